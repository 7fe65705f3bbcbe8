"""The multiplayer server: tables for people and bots, over HTTP and WebSocket, in a database."""
