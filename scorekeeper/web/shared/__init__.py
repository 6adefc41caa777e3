"""What every page stands on: security, templates, links, names, errors."""
