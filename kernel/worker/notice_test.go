package worker

import (
	"strings"
	"testing"
	"time"

	"unfold/dsl/cell"
)

// What a session has lost is told once, even where nothing came back.
func TestLossesAreToldOnce(t *testing.T) {
	f := start(t, 0)
	f.run("chan c")
	if _, ended := f.run("exit 3"); !strings.Contains(ended, "lost: c (a channel)") {
		t.Errorf("told %q", ended)
	}
	if _, ended := f.run("exit 3"); strings.Contains(ended, "lost") {
		t.Errorf("told again: %q", ended)
	}
}

// Where children die one after another before anybody asks, what each has lost
// is told.
func TestNoLossIsForgotten(t *testing.T) {
	f := start(t, 0)
	f.run("set x 1\nchan c")
	for kept := 0; kept == 0; time.Sleep(time.Millisecond) { // it is written down after the reply
		back, _ := f.journal.contents()
		kept = len(back)
	}
	for range 2 {
		dead := f.latest()
		dead.kill(death{kind: "Crash", message: "no luck"})
		<-dead.gone
		<-f.latest().ready
	}
	said, ended := f.run("get x")
	if ended != "1" || !strings.Contains(said, "lost: c (a channel)") {
		t.Errorf("said %q, ended %q", said, ended)
	}
}

func TestTell(t *testing.T) {
	back := []cell.Memory{{Name: "math math"}, {Name: "mat gonum.org/v1/gonum/mat"}, {Name: "str strings"}, {Name: ". sort"}, {Name: "%env HOME"}, {Name: "x"}}
	lost := []cell.Memory{{Name: "c", Gone: "a channel"}, {Name: "f f", Gone: "gone"}}
	want := "restored: math, gonum.org/v1/gonum/mat, str strings, . sort, %env HOME, x; lost: c (a channel), f (gone)"
	if got := describeRestored(back, lost); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
