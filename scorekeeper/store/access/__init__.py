"""Access rights: links, the devices that came by them, and limits on attempts."""
