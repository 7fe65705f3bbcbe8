"""Every message, event and view that crosses the network, typed."""
