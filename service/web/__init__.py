"""Pages for people: static files and the views that serve them."""
