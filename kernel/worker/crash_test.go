package worker

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"unfold/dsl/cell"
)

// crashes end the toy's process, and say why.
var crashes = []struct{ code, kind, why string }{
	{"gopanic oh no", "Crash", "oh no"},
	{"nil", "Crash", "SIGSEGV: segmentation violation"},
	{"race", "Crash", "concurrent map "},
	{"overflow", "Crash", "stack overflow"},
	{"exit 3", "Crash", "exit status 3"},
}

func TestCrashes(t *testing.T) {
	f := start(t, 0)
	f.run("set x 1\nset y 2\nchan c")
	for _, c := range crashes {
		began := time.Now()
		said, ended := f.run("print before\n" + c.code)
		t.Logf("%-14s %4d ms\n%s", c.code, time.Since(began).Milliseconds(), ended)
		first, rest, _ := strings.Cut(ended, "\n")
		if !strings.HasPrefix(first, c.kind+": "+c.why) {
			t.Errorf("%s ends with %q", c.code, first)
		}
		if said != "before\n" {
			t.Errorf("%s said %q", c.code, said)
		}
		if !strings.Contains(rest, "restored: x, y") || strings.Contains(ended, ".go:") {
			t.Errorf("%s tells\n%s", c.code, ended)
		}
		if lost := strings.Contains(rest, "lost: c (a channel)"); lost != (c.code == crashes[0].code) {
			t.Errorf("%s tells of what is lost: %v; it is to be told once", c.code, lost)
		}
		if said, ended := f.run("get x"); said != "" || ended != "1" {
			t.Errorf("after %s x is %q, said %q", c.code, ended, said)
		}
	}
}

// TestLastWords prints as many lines as a crash must not swallow, just before
// one.
func TestLastWords(t *testing.T) {
	f := start(t, 0)
	for range 5 {
		said, _ := f.run(strings.Repeat("print a line\n", atOnce) + "exit 3")
		if n := strings.Count(said, "a line\n"); n != atOnce {
			t.Errorf("%d of %d lines arrived", n, atOnce)
		}
	}
}

// TestJournalCrosses follows names through two lives: declared in an order in which
// they cannot be declared at once, declared again, and taken back.
func TestJournalCrosses(t *testing.T) {
	f := start(t, 0)
	f.run("set b needs a")
	f.run("set x old")
	f.run("set a 1")
	f.run("set x new")
	if _, ended := f.run("exit 3"); !strings.Contains(ended, "restored: b, a, x") {
		t.Errorf("told %q", ended)
	}
	for code, want := range map[string]string{"get x": "new", "get b": "needs a", "get a": "1"} {
		if _, ended := f.run(code); ended != want {
			t.Errorf("%s gives %q, want %q", code, ended, want)
		}
	}
}

// A crash in a goroutine of an earlier cell ends the cell at work, which is
// told whose it was.
func TestCrashNamesItsCell(t *testing.T) {
	f := start(t, 0)
	f.run("latepanic bomb")
	_, ended := f.run("sleep 60000")
	if !strings.HasPrefix(ended, "Crash: bomb\n") || !strings.Contains(ended, "in a goroutine of In[1]") {
		t.Errorf("told %q", ended)
	}
}

func TestDeathBetweenCells(t *testing.T) {
	f := start(t, 0)
	f.run("set x 1\nlatepanic bomb")
	before := f.PIDs()
	for pids := before; len(pids) == 0 || pids[0] == before[0]; pids = f.PIDs() {
		time.Sleep(5 * time.Millisecond)
	}
	unseen := &recorder{} // a question of the front end's own
	if v, err := f.Eval(cell.WithCount(t.Context(), 0), "get x", unseen); textOf(v) != "1" || err != nil || unseen.String() != "" {
		t.Errorf("aside, x is %v (%v), said %q", textOf(v), err, unseen)
	}
	said, ended := f.run("get x")
	if ended != "1" || !strings.Contains(said, "between cells the interpreter ended in a goroutine of In[1] (bomb)") || !strings.Contains(said, "restored: x") {
		t.Errorf("said %q, ended %q", said, ended)
	}
	if said, _ := f.run("get x"); said != "" {
		t.Errorf("told again: %q", said)
	}
}

func TestDeathBySignal(t *testing.T) {
	f := start(t, 0)
	f.run("echo up")
	time.AfterFunc(50*time.Millisecond, func() {
		child, err := os.FindProcess(f.PIDs()[0])
		if err == nil {
			err = child.Kill()
		}
		if err != nil {
			t.Error(err)
		}
	})
	if _, ended := f.run("sleep 60000"); !strings.HasPrefix(ended, "Crash: signal: killed\n") {
		t.Errorf("told %q", ended)
	}
}

func TestStop(t *testing.T) {
	f := start(t, 0)
	f.run("set x 1")
	f.Stop() // nothing runs
	_, pid := f.run("pid")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	time.AfterFunc(100*time.Millisecond, f.Stop)
	if _, ended := f.runContext(ctx, "deaf 60000"); !strings.HasPrefix(ended, "Stopped: ") || !strings.Contains(ended, "restored: x") {
		t.Errorf("told %q", ended)
	}
	if _, again := f.run("pid"); again == pid {
		t.Error("the child is the same")
	}
}

func TestStubbornCellIsToldOf(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds")
	}
	f := start(t, 0)
	f.run("echo up")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	said, _ := f.runContext(ctx, "deaf 3500")
	if strings.Count(said, "interrupt twice") != 1 {
		t.Errorf("said %q", said)
	}
}

func TestMemoryGuard(t *testing.T) {
	f := start(t, 200<<20)
	f.run("set x 1")
	began := time.Now()
	_, ended := f.run("hoard")
	t.Logf("%v\n%s", time.Since(began), ended)
	if !strings.HasPrefix(ended, "OutOfMemory: ") || !strings.Contains(ended, "UNFOLD_MEMORY") {
		t.Errorf("told %q", ended)
	}
	// Too much is held now, but what lets go of it runs, and then all is well.
	if _, ended := f.run("drop\nsleep 100"); ended != "" {
		t.Errorf("letting go ends with %q", ended)
	}
	if _, ended := f.run("sleep 100\nget x"); ended != "1" {
		t.Errorf("then a cell ends with %q", ended)
	}
}

// TestMemoryIsLaidToWhoTookIt runs a cell right behind one that has left too much.
func TestMemoryIsLaidToWhoTookIt(t *testing.T) {
	if testing.Short() {
		t.Skip("long: takes memory until a worker is ended")
	}
	f := start(t, 200<<20)
	if _, ended := f.run("hoard"); !strings.HasPrefix(ended, "OutOfMemory: ") {
		t.Errorf("told %q", ended)
	}
	if _, ended := f.run("sleep 1200"); ended != "" {
		t.Errorf("the cell behind it ends with %q", ended)
	}
}

// TestNoChild is about children that never start: a clear error, no loop, and
// another try when somebody asks.
func TestNoChild(t *testing.T) {
	f := start(t, 0, asChild+"=stillborn")
	for range 2 {
		_, ended := f.run("echo x")
		if !strings.Contains(ended, "the interpreter does not start: exit status 3: no such disk") || !strings.Contains(ended, "remedy:") {
			t.Errorf("told %q", ended)
		}
	}
	if n := f.ids.Load(); n != 0 {
		t.Errorf("%d frames were sent to nobody", n)
	}
	if c := f.Complete("x", 1); len(c.Items) != 0 || c.Start != 1 {
		t.Errorf("completion is %+v", c)
	}
}

// A session whose restoring ends the child is given up, not tried for ever.
func TestPoisonedSession(t *testing.T) {
	f := start(t, 0)
	f.run("set x 1\npoison")
	_, ended := f.run("exit 3")
	said, after := f.run("echo on")
	if told := ended + said; after != "on" || !strings.Contains(told, "x (restoring the session ended the interpreter") {
		t.Errorf("told %q, then %q", told, after)
	}
}

// A supervisor that goes away without a word takes its child along.
func TestChildEndsWithItsPipe(t *testing.T) {
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("processes cannot be looked up here")
	}
	f := start(t, 0)
	_, pid := f.run("pid")
	f.mu.Lock()
	f.closed = true // so that no other is started
	f.mu.Unlock()
	f.latest().closePipe()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat("/proc/" + pid); err != nil {
			return
		}
	}
	t.Error("the child lives on")
}

// What cells at work have started ends with them when the front has gone.
func TestCellsEndWithTheirFront(t *testing.T) {
	f := start(t, 0)
	left := filepath.Join(t.TempDir(), "left")
	over, out := make(chan struct{}), &recorder{}
	go func() {
		defer close(over)
		f.Eval(t.Context(), "print at work\ntidy "+left, out)
	}()
	for out.String() == "" {
		time.Sleep(time.Millisecond)
	}
	f.mu.Lock()
	f.closed = true // so that no other is started
	f.mu.Unlock()
	f.latest().closePipe()
	<-over
	if text, err := os.ReadFile(left); err != nil || string(text) != "tidied" {
		t.Errorf("the cell has not ended: %q, %v", text, err)
	}
}

// TestKillsAtAnyTime kills children while they start, restore, run cells and
// rest. Cells end one way or another, and in the end all is well.
func TestKillsAtAnyTime(t *testing.T) {
	f := start(t, 0)
	f.run("set x 1")
	over := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-over:
					return
				default:
				}
				f.Eval(t.Context(), []string{"get x", "sleep 5", "flood 2000", "set y 2"}[n%4], &recorder{})
				f.Complete("x", 1)
			}
		})
	}
	random := rand.New(rand.NewPCG(1, 2))
	var killed []int
	for range 60 {
		time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond)
		if random.IntN(4) == 0 {
			f.Stop()
			continue
		}
		killed = f.PIDs()
		for _, pid := range killed {
			if child, err := os.FindProcess(pid); err == nil {
				child.Kill() // it may have ended meanwhile
			}
		}
	}
	close(over)
	readers.Wait()
	for len(killed) > 0 && slices.Equal(f.PIDs(), killed) {
		time.Sleep(time.Millisecond) // a busy machine ends what is killed late
	}
	if _, ended := f.run("get x"); ended != "1" && ended != "" {
		t.Errorf("in the end x is %q", ended)
	}
	if _, ended := f.run("echo well"); ended != "well" {
		t.Errorf("in the end a cell ends with %q", ended)
	}
}
