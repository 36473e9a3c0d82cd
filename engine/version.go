package engine

// Version is the version of unfold, as reports record it.
const Version = "0.1.0"
