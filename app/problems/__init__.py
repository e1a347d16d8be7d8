"""What a caller is told when something cannot be done: one closed catalogue of codes, over HTTP and sockets alike."""
