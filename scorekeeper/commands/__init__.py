"""The commands besides scoring and starting the app."""
