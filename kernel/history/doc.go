// Package history keeps what was entered into kernels, across sessions.
package history
