"""Who may do what: links, the devices that came by them, and how often they may try."""
