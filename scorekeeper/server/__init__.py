"""The app on a machine: brought up to date, started, and its connections."""
