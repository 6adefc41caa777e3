"""The app on a server: starting it, its processes, their connections."""
