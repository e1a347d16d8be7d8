"""The whole server in one process, on a simulated clock, network and lines, from a seed. docs/simulation.md tells of
it."""
