"""Chaos on the real thing: the whole house is played in while its server, its database and its lines are killed."""
