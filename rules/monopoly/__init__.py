"""The Hungarian Monopoly championship (`hun-2009`)."""
