"""The server: tables, people and bots at them, by HTTP and WebSocket, kept in a database."""
