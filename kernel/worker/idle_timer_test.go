package worker

import (
	"runtime"
	"strings"
	"testing"
)

// TestDroppedPagesComeBack drops them while others use them: code, constants
// and, by way of the C library, what the loader has written.
func TestDroppedPagesComeBack(t *testing.T) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 50 {
			if got := strings.Repeat("ab", 3); got != "ababab" {
				t.Errorf("a constant has become %q", got)
			}
			runtime.GC()
		}
	}()
	for range 50 {
		dropPages()
	}
	<-done
}
