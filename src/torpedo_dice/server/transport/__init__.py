"""Transport: the protocols that uvicorn runs on a TCP connection, with limits."""
