"""What the service does from the command line."""
