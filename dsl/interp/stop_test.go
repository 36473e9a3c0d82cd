package interp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// cancelled runs a cell, cancels it soon, and returns how long it took to
// leave and what it said.
func cancelled(t *testing.T, s *Session, src string) (time.Duration, string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out := &listener{}
	left := make(chan error)
	go func() {
		_, _, err := s.Run(ctx, "In[2]", src, out)
		left <- err
	}()
	time.Sleep(20 * time.Millisecond)
	cancel()
	begin := time.Now()
	select {
	case err := <-left:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s\nends with %v", src, err)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("%s\ndoes not stop", src)
	}
	return time.Since(begin), out.String()
}

const declared = `import ("bufio"; "os"; "os/exec"; "sync"; "time")
func f(n int) int { s := 0; for i := 0; i < n; i++ { s += i }; return s }
ch := make(chan int)
func rec() int { v := <-ch; return v }
var wg sync.WaitGroup
wg.Add(1)
var mu sync.Mutex
mu.Lock()
tidied := false
x := 1
`

// What waits or works is stopped, whatever it is; nothing runs after the place
// where it was, and what was declared before works as it did.
func TestStop(t *testing.T) {
	s := newSession(t, Options{})
	if got := say(s, "In[1]", declared); got != "" {
		t.Fatal(got)
	}
	for i, src := range []string{
		"for {}",
		"for i := 0; ; i++ { f(3) }",
		"again: f(1)\ngoto again",
		"<-ch",
		"rec()",
		"rec()\nfor {}",
		"if rec() > 0 { x = 3 } else { x = 4 }",
		"switch rec() { case 0: x = 5 }",
		"ch <- 3",
		"select {}",
		"select { case <-ch: case ch <- 1: }",
		"for range ch {}",
		"time.Sleep(time.Hour)",
		"go func() { for {} }()\nfor range ch {}",
		"var r func(n int)\nr = func(n int) { r(n+1); r(n+1) }\nr(0)",
		"func() { defer func() { recover() }(); for {} }()",
		"func() { defer func() { tidied = true }(); for {} }()",
		"wg.Wait()",
		"if func() bool { wg.Wait(); return true }() { x = 6 }",
		"mu.Lock()",
		"sync.NewCond(&sync.Mutex{}).L.Lock()\nvar m2 sync.Mutex\nm2.Lock()\nc := sync.NewCond(&m2)\nc.Wait()",
		`exec.Command("sleep", "1").Run()`,
		"bufio.NewReader(os.Stdin).ReadString('\\n')",
	} {
		if testing.Short() && i%4 > 0 && i < 17 {
			continue
		}
		// A channel of its own: on a busy machine a cell that was stopped may
		// still be waiting at its channel when the next one sends.
		took, said := cancelled(t, s, "ch = make(chan int)\n"+src+"\nx = 2")
		if took > 5*time.Second {
			t.Errorf("%s\ntakes %v", src, took)
		}
		if n := strings.Count(said, "has not returned yet"); n > 1 {
			t.Errorf("%s\nsays %d times that it waits", src, n)
		}
	}
	for src, want := range map[string]string{
		"f(4)": "= 6\n", "x": "= 1\n", "tidied": "= true\n",
		"go func() { ch <- 4 }()\nrec()":                      "= 4\n",
		"wg.Done()\ntime.Sleep(50 * time.Millisecond)\nx":     "= 1\n", // who waited came back, and did not go on
		"mu.Unlock()\ntime.Sleep(50 * time.Millisecond)\nx*3": "= 3\n",
	} {
		if got := say(s, "In[3]", src); got != want {
			t.Errorf("%s\nsays %q, want %q", src, got, want)
		}
	}
}

// A cell that is cancelled before its goroutine has begun does nothing later.
func TestStopAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("long: stops many cells")
	}
	s := newSession(t, Options{})
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	var late atomic.Int64
	for range 3000 {
		var left atomic.Bool
		_ = s.runner.Execute(s.runner.New(gone, "In[1]", nil), func() {
			if left.Load() {
				late.Add(1)
			}
		})
		left.Store(true)
	}
	time.Sleep(10 * time.Millisecond)
	if n := late.Load(); n > 0 {
		t.Errorf("%d of 3000 cells went on after they had been stopped", n)
	}
}

// A cancelled cell takes nobody with it.
func TestStopOne(t *testing.T) {
	s := newSession(t, Options{})
	say(s, "In[1]", "import \"time\"\nticks := make(chan int, 1)\ngo func() { for i := 0; ; i++ { select { case <-ticks: default: }; ticks <- i; time.Sleep(time.Millisecond) } }()")
	other := make(chan string)
	go func() { other <- say(s, "In[4]", "n := 0\nfor i := 0; i < 300000; i++ { n += i % 3 }\nn") }()
	cancelled(t, s, "for {}")
	if got := <-other; got != "= 300000\n" {
		t.Errorf("the other cell says %q", got)
	}
	if got := say(s, "In[5]", "a := <-ticks\ntime.Sleep(20 * time.Millisecond)\nb := <-ticks\nc := <-ticks\nc > a && b >= a"); got != "= true\n" {
		t.Errorf("the goroutine of an earlier cell: %q", got)
	}
}

// Cells run at once, each with its own output, value and context.
func TestAtOnce(t *testing.T) {
	s := newSession(t, Options{})
	say(s, "In[0]", "import \"fmt\"\ntype T struct{ A int }\nfunc (t T) String() string { return fmt.Sprint(\"T\", t.A) }\nfunc f(n int) int { s := 0; for i := 0; i < n; i++ { s += i }; return s }")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 20 {
				name := fmt.Sprintf("v%d_%d", i, j)
				src := fmt.Sprintf("%[1]s := f(1000)\nfunc() { c := make(chan bool); go func() { fmt.Println(T{%[2]d}); c <- true }(); <-c }()\nfmt.Println(%[1]q)\n%[1]s + %[2]d", name, j)
				out := &listener{}
				v, _, err := s.Run(context.Background(), "In["+name+"]", src, out)
				if said := out.String(); err != nil || v != 499500+j || said != fmt.Sprintf("T%d\n%s\n", j, name) {
					t.Errorf("%s gives %v, %v and says %q", name, v, err, said)
				}
				s.Names()
			}
		})
	}
	wg.Wait()
}

// TestStuckIsTold: a cell in which all wait for each other says so, and can be
// interrupted.
func TestStuckIsTold(t *testing.T) {
	if testing.Short() {
		t.Skip("long: waits for cells")
	}
	for _, src := range []string{"<-ch", "go mu.Lock()\n<-ch", "go func() { <-ch }()\nmu.Lock()", "var wg sync.WaitGroup\nwg.Add(1)\nwg.Wait()"} {
		s := newSession(t, Options{})
		s.runner.Patience = 10 * time.Millisecond
		say(s, "In[1]", "import \"sync\"\nch := make(chan int)\nvar mu sync.Mutex\nmu.Lock()")
		out := &noted{note: make(chan string, 1)}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			_, _, err := s.Run(ctx, "In[2]", src, out)
			done <- err
		}()
		if said := <-out.note; !strings.Contains(said, "waits for a channel or a lock") {
			t.Errorf("%s\nsays %q", src, said)
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%s\nends with %v", src, err)
		}
	}
}

// A noted output hands out what is written first.
type noted struct {
	listener
	note chan string
}

func (n *noted) Stream(_, text string) {
	select {
	case n.note <- text:
	default:
	}
}

// TestManyLeftBehindAreCounted: of a cell that was stopped it is told how many
// goroutines are still there.
func TestManyLeftBehindAreCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("long: leaves cells behind")
	}
	s := newSession(t, Options{})
	s.runner.Patience = 10 * time.Millisecond
	say(s, "In[1]", "import \"sync\"\nvar mu sync.Mutex\nmu.Lock()")
	out := &noted{note: make(chan string, 1)}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, _, err := s.Run(ctx, "In[2]", "for range 1200 { go mu.Lock() }\nmu.Lock()", out)
		done <- err
	}()
	<-out.note // that all wait
	cancel()
	if said := <-out.note; !strings.Contains(said, "1,201 of its goroutines have not ended yet") {
		t.Errorf("it says %q", said)
	}
	<-done
}

// A listener is an output whose reader is away.
type listener struct{ transcript }

func (*listener) Input(string, bool) (string, error) { select {} }
