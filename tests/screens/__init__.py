"""The screens in a real browser, against the real server with simulated devices."""
