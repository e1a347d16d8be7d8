"""The live feeds: what happens at the tables, told at once to every screen that may know it.

    a table publishes -> its hub: one view and one text for each audience -> the outlet of each socket -> the network
    a socket -> its orders, one after the other -> the terminal -> the answer, through the same outlet

A hub lives as long as somebody looks at its table; for audiences that nobody belongs to nothing is computed. Whoever
comes gets a `hello` with the whole view at a version, and from then on a message for every version after it: a view, or
a `skip` where nothing changed that this audience may see. Reading the version and joining is one step, with nothing in
between, so that no version is missed and none comes twice.

Whoever publishes never waits. A message goes out in the publisher's own turn; only where a socket's buffer is full is
the rest left to a task, which lives until that socket has caught up. What waits is bounded: a sign gets the newest view
and no other, all else that falls too far behind is closed and comes back.

Everything that depends on time is looked at by one task for all sockets: heartbeats, sessions that end, sockets that do
not read.
"""
