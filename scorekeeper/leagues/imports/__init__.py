"""Past results taken into a league."""
