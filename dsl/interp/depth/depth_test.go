package depth

import (
	"runtime"
	"testing"
)

// nested asks n calls further down, each of which takes a kilobyte or more.
func nested(n int) uintptr {
	var room [1024]byte
	if n == 0 {
		return Used()
	}
	used := nested(n - 1)
	runtime.KeepAlive(&room)
	return used
}

// However often the stack is moved as it grows, what is used of it grows with
// the calls, and a goroutine begins with next to nothing.
func TestUsed(t *testing.T) {
	if Used() == 0 {
		t.Skipf("not known on %s", runtime.GOARCH)
	}
	shallow := make(chan uintptr)
	go func() { shallow <- Used() }()
	if used := <-shallow; used == 0 || used > 2048 {
		t.Errorf("a goroutine begins with %d bytes in use", used)
	}
	before := uintptr(0)
	for _, calls := range []int{0, 10, 100, 1000, 10_000} {
		used := nested(calls)
		if least := uintptr(calls) * 1024; used < before || used < least || used > 2*least+16<<10 {
			t.Errorf("%d calls of more than a kilobyte use %d bytes", calls, used)
		}
		before = used
	}
}

func BenchmarkUsed(b *testing.B) {
	for b.Loop() {
		Used()
	}
}
