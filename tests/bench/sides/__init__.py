"""What runs inside one side of a comparison: a process on one tree of the project, which does what it is asked.

These modules are copied into the tree of an earlier commit, and use what every such tree has in its own `tests.bench`:
the same request makes either tree do the same work by its own code. See `tests/bench/side.py` for the asking end.
"""
