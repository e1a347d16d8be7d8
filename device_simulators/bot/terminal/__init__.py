"""A terminal of the real server for the bot: the table over HTTP and a websocket, the shoe over its side channel."""
