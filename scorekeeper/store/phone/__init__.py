"""What a device keeps for itself."""
