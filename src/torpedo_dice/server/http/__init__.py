"""The web application: REST API, the page's files, the rulebook, replays and the lesson."""
