"""Reports: what was played, won, corrected and broken on some gaming days. They read the record and change nothing."""
