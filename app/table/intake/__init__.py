"""Where what the devices saw becomes what a table is asked.

A device changes no table. What it saw is an observation; what that means depends on the table at the moment when its
turn comes (`meaning`), and the table decides as about any other command. A face-down card is sealed on the way in
(`hidden`), its frame with it, and is turned up by itself when the rules turn it up (`turning`). The desk records it all
with the command, in the table's own append.
"""
