//go:build !linux

package worker

// dropPages does nothing where the system is not known to map more of a
// program than it needs.
func dropPages() {}
