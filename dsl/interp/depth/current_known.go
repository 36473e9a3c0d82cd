//go:build amd64 || arm64

package depth

// current is the calling goroutine.
func current() *goroutine
