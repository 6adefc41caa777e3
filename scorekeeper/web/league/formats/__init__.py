"""Pages of formats that last longer than an evening."""
