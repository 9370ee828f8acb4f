"""What script/cluster is made of: a whole site on one machine, to try, to break and to measure."""
