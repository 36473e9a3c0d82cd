//go:build unix

package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"unfold/kernel/kerneltest"
	"unfold/kernel/kerneltest/program"
	"unfold/kernel/wire"
)

// moments are what a kernel may be at when its end comes.
var moments = []struct {
	name, code string
	asks       bool // the cell waits for input
	ends       bool // the cell ends of its own
}{
	{name: "idle", code: "1 + 2", ends: true},
	{name: "in a loop", code: "for {}"},
	{name: "in a stage", code: "swissroll(n=4000) | isomap(k=10)"},
	{name: "asking", code: "import \"fmt\"\nvar s string\nfmt.Scan(&s)", asks: true},
	{name: "long output on disk", code: "import (\"fmt\"; \"strings\")\nfmt.Println(strings.Repeat(strings.Repeat(\"x\", 99)+\"\\n\", 40_000))", ends: true},
	{name: "a program of the shell", code: "!sleep 300"},
}

// endings are the ways in which the life of a kernel ends.
var endings = []struct {
	name   string
	orphan bool // somebody else starts it, who can go
	end    func(l *life)
}{
	{name: "shutdown", end: func(l *life) { l.shutdown(false) }},
	{name: "restart", end: func(l *life) {
		l.shutdown(true)
		l.gone()
		l.start(false)
		if got := l.client.Run("1 + 2").Result(); got != "3" {
			l.t.Errorf("after the restart the sum is %q", got)
		}
		l.shutdown(false)
	}},
	{name: "SIGTERM", end: func(l *life) { l.signal(l.front, syscall.SIGTERM) }},
	{name: "SIGKILL of the kernel", end: func(l *life) { l.signal(l.front, syscall.SIGKILL) }},
	{name: "SIGKILL of the worker", end: func(l *life) {
		l.signal(l.worker, syscall.SIGKILL)
		if l.running != nil {
			l.client.Finish(*l.running)
		}
		for now := []int(nil); len(now) == 0 || now[0] == l.worker; now = program.Children(l.front) {
			time.Sleep(time.Millisecond) // until another has taken its place
		}
		if after := l.client.Run("1 + 2"); after.Result() != "3" {
			l.t.Errorf("without its worker the next cell says %s", after)
		}
		l.find()
		l.shutdown(false)
	}},
	{name: "front end gone", orphan: true, end: func(l *life) { l.signal(l.starter, syscall.SIGKILL) }},
}

// A life is one kernel from its start to its end.
type life struct {
	t       *testing.T
	home    program.Home
	at      wire.Connection
	client  *kerneltest.Client
	starter int           // the process that started it
	front   int           // the one that Jupyter speaks to
	worker  int           // the one that runs the cells
	all     []int         // these and all that they started
	running *wire.Message // the cell at work, nil if none
	ended   chan struct{}
}

// start runs the kernel, by a process in between if it is to become an orphan.
func (l *life) start(orphan bool) {
	l.t.Helper()
	connection := filepath.Join(l.t.TempDir(), "connection.json")
	if err := l.at.Write(connection); err != nil {
		l.t.Fatal(err)
	}
	cmd := exec.Command(program.Path(), "kernel", connection)
	if orphan {
		cmd = exec.Command("/bin/sh", "-c", "JPY_PARENT_PID=$$ "+program.Path()+" kernel "+connection+"; true")
	}
	cmd.Env = append(os.Environ(), l.home.Env()...)
	var log bytes.Buffer
	cmd.Stderr = &log
	cmd.WaitDelay = 20 * time.Second
	if err := cmd.Start(); err != nil {
		l.t.Fatal(err)
	}
	l.starter, l.front = cmd.Process.Pid, cmd.Process.Pid
	l.ended = make(chan struct{})
	go func(ended chan struct{}) {
		defer close(ended)
		cmd.Wait()
	}(l.ended)
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		c, err := wire.Dial(l.at, "first")
		if err == nil {
			c.Close()
			break
		}
		if time.Since(began) > 20*time.Second {
			l.t.Fatalf("no kernel: %v", err)
		}
	}
	l.t.Cleanup(func() {
		for _, pid := range l.all { // nothing, if all is well
			syscall.Kill(pid, syscall.SIGKILL)
		}
		<-l.ended
		if l.t.Failed() {
			l.t.Logf("log of the kernel:\n%.2000s", log.String())
		}
	})
	if orphan {
		l.front = slices.Max(program.Children(l.starter))
	}
	l.running, l.client = nil, kerneltest.Connect(l.t, l.at)
	l.client.Run("kept := 42")
	l.find()
}

// find looks up the processes.
func (l *life) find() {
	l.t.Helper()
	below := program.Children(l.front)
	if len(below) != 1 {
		l.t.Fatalf("the kernel has %d processes for cells", len(below))
	}
	l.worker = below[0]
	l.all = append(l.all, l.starter, l.front, l.worker)
}

// reach brings the kernel into one of the moments.
func (l *life) reach(code string, asks, ends bool) {
	l.t.Helper()
	request := l.client.Send(l.client.Shell, "execute_request", map[string]any{"code": code, "allow_stdin": asks})
	l.running = &request
	switch {
	case asks:
		question(l.t, l.client)
	case ends:
		l.client.Finish(request)
		l.running = nil
	default:
		time.Sleep(100 * time.Millisecond)
		l.all = append(l.all, program.Children(l.worker)...)
	}
}

func (l *life) shutdown(restart bool) {
	l.t.Helper()
	reply := kerneltest.Content(l.client.Ask(l.client.Control, "shutdown_request", map[string]any{"restart": restart}))
	if reply["status"] != "ok" || reply["restart"] != restart {
		l.t.Errorf("the reply to a shutdown is %v", reply)
	}
}

func (l *life) signal(pid int, s syscall.Signal) {
	l.t.Helper()
	if err := syscall.Kill(pid, s); err != nil {
		l.t.Fatal(err)
	}
}

// gone waits for the end of all processes and of all sockets.
func (l *life) gone() {
	l.t.Helper()
	for _, pid := range l.all {
		program.WaitForEnd(l.t, pid)
	}
	<-l.ended
	for _, port := range []int{l.at.Shell, l.at.Control, l.at.IOPub, l.at.Stdin, l.at.Heartbeat} {
		if c, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			c.Close()
			l.t.Errorf("port %d still listens", port)
		}
	}
}

// TestNothingIsLeftBehind starts kernels and ends them in every way and at
// every moment: 36 pairs of both if UNFOLD_LONG is set, often enough for 200
// lives, and a sample of 18 otherwise. No process, no socket and no file but
// the history may stay.
func TestNothingIsLeftBehind(t *testing.T) {
	program.NeedProc(t)
	h := program.NewHome(t)
	before := h.Files(t)
	cycles := 18
	if program.Long() {
		cycles = 200
	}
	took := make(map[string][]time.Duration)
	var starts []time.Duration
	for i := range cycles {
		way := endings[i%len(endings)]
		at := moments[(i+i/len(endings))%len(moments)]
		ok := t.Run(fmt.Sprintf("%03d %s, %s", i, way.name, at.name), func(t *testing.T) {
			l := &life{t: t, home: h, at: program.FreeConnection(t)}
			began := time.Now()
			l.start(way.orphan)
			starts = append(starts, time.Since(began))
			l.reach(at.code, at.asks, at.ends)
			began = time.Now()
			way.end(l)
			l.gone()
			took[way.name] = append(took[way.name], time.Since(began))
			if after := h.Files(t); !slices.Equal(before, after) {
				t.Errorf("before %q, after %q", before, after)
				before = after
			}
		})
		if !ok && t.Failed() && i > 40 {
			break // it has been said often enough
		}
	}
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ending\ttimes\tp50 ms\tp99 ms\tslowest ms")
	for _, way := range endings {
		fmt.Fprintf(w, "%s\t%s\n", way.name, spread(took[way.name]))
	}
	fmt.Fprintf(w, "(start to first cell's end)\t%s\n", spread(starts))
	w.Flush()
	t.Logf("%d lives\n%s", cycles, table.String())
}

// spread describes times in milliseconds: how many, median, 99th of a hundred
// and slowest.
func spread(times []time.Duration) string {
	if len(times) == 0 {
		return "0"
	}
	slices.Sort(times)
	n := len(times)
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	return fmt.Sprintf("%d\t%.1f\t%.1f\t%.1f", n, ms(times[n/2]), ms(times[n*99/100]), ms(times[n-1]))
}

// TestJupyterLeavesNothingBehind has Jupyter's own manager start, restart,
// interrupt, shut down and kill the program, over TCP and over sockets in the
// file system.
func TestJupyterLeavesNothingBehind(t *testing.T) {
	program.NeedProc(t)
	_, env := program.Jupyter(t)
	h := program.NewHome(t)
	env = append(env, "TMPDIR="+h.In("tmp"), "JUPYTER_RUNTIME_DIR="+h.In("runtime"), "XDG_RUNTIME_DIR="+h.In("runtime"),
		"XDG_STATE_HOME="+h.In("state"), "XDG_CACHE_HOME="+h.In("cache"), "UNFOLD_HISTORY=")
	before := h.Files(t)
	rounds := 1
	if program.Long() {
		rounds = 20
	}
	var report struct {
		PIDs      []int
		Lives     int
		ReadyMS   []float64
		RestartMS []float64
		EndMS     []float64
	}
	said := program.Run(t, env, program.Python, filepath.Join("testdata", "lives.py"), strconv.Itoa(rounds))
	said = said[strings.LastIndex(strings.TrimSpace(said), "\n")+1:] // after the logs of the kernels
	if err := json.Unmarshal([]byte(said), &report); err != nil {
		t.Fatalf("%v in %s", err, said)
	}
	for _, pid := range report.PIDs {
		program.WaitForEnd(t, pid)
	}
	if after := h.Files(t); !slices.Equal(before, after) {
		t.Errorf("before %q, after %q", before, after)
	}
	t.Logf("%d lives, %d processes; ms: ready %.0f, restarted %.0f, ended %.0f",
		report.Lives, len(report.PIDs), report.ReadyMS, report.RestartMS, report.EndMS)
}
