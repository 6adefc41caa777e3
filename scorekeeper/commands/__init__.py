"""What the command line does besides scoring and starting the app."""
