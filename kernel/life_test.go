package kernel_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"unfold/kernel"
	"unfold/kernel/kerneltest"
	"unfold/kernel/wire"
)

// openFiles counts the files and sockets that this process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("this system does not list open files")
	}
	return len(entries)
}

// Kernels that come and go leave nothing in the process.
func TestStartAndStopLeaveNothingBehind(t *testing.T) {
	home := t.TempDir()
	t.Setenv("TMPDIR", home)
	cycle := func() {
		info := kernel.Info{Name: "toy", Fault: func(error) {}, History: home + "/history.db"}
		at, stop := kerneltest.Start(t, kerneltest.NewToy(), kerneltest.Plain{}, info)
		client, err := wire.Dial(at, "me")
		if err != nil {
			t.Fatal(err)
		}
		send := func(to *wire.Peer, kind, content string) {
			m := wire.Message{Header: wire.NewHeader("s", kind), Content: []byte(content)}
			if err := to.Send(m); err != nil {
				t.Fatal(err)
			}
			<-to.Messages()
		}
		send(client.Shell, "execute_request", `{"code":"echo 1\nlater 0 x"}`)
		send(client.Control, "create_subshell_request", `{}`)
		stop()
		client.Close()
	}
	cycle()
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	cycles := 200
	if testing.Short() {
		cycles = 40
	}
	for range cycles {
		cycle()
	}
	for range 100 { // the last goroutines may need a moment
		if runtime.NumGoroutine() <= goroutines && openFiles(t) <= files {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if n, m := runtime.NumGoroutine(), openFiles(t); n > goroutines || m > files {
		stacks := make([]byte, 1<<16)
		t.Errorf("goroutines %d, at first %d; files %d, at first %d\n%s", n, goroutines, m, files, stacks[:runtime.Stack(stacks, true)])
	}
	left, err := os.ReadDir(home)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		if !strings.HasPrefix(entry.Name(), "history.db") {
			t.Errorf("%s is left behind", entry.Name())
		}
	}
}

// Two front ends see all outputs, and each gets the replies to its own.
func TestTwoFrontEnds(t *testing.T) {
	at := startAt(t)
	one, two := kerneltest.Connect(t, at), kerneltest.Connect(t, at)
	var sent [2][]wire.Message
	for range 20 {
		for i, c := range []*kerneltest.Client{one, two} {
			sent[i] = append(sent[i], c.Send(c.Shell, "execute_request", map[string]any{"code": "echo " + []string{"one", "two"}[i]}))
		}
	}
	for i, c := range []*kerneltest.Client{one, two} {
		for _, request := range sent[i] {
			run := c.Finish(request)
			if got, want := run.Final(), []string{"one", "two"}[i]; len(got) != 1 || got[0] != want {
				t.Errorf("front end %d got %q", i+1, got)
			}
			if got := kerneltest.Line(run.Reply); !strings.HasPrefix(got, "execute_reply ok") {
				t.Errorf("front end %d got %s", i+1, got)
			}
		}
	}
}

// A page that is loaded anew comes back under the identity it had, in the
// middle of a cell, and gets that cell's output and reply.
func TestReloadAmidACell(t *testing.T) {
	at := startAt(t)
	watcher := kerneltest.Connect(t, at)
	before, err := wire.Dial(at, "page")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(page *wire.Client) {
		t.Helper()
		if err := page.Control.Send(wire.Message{Header: wire.NewHeader("page", "kernel_info_request")}); err != nil {
			t.Fatal(err)
		}
		if m := <-page.Control.Messages(); m.Header.Type != "kernel_info_reply" {
			t.Errorf("control answers with %s", m.Header.Type)
		}
	}
	ask(before) // the kernel knows the page by now
	request := wire.Message{Header: wire.NewHeader("page", "execute_request"), Content: []byte(`{"code":"hold from the cell\nsleep 200\nrelease\necho done"}`)}
	if err := before.Shell.Send(request); err != nil {
		t.Fatal(err)
	}
	atWork(watcher, request)
	after, err := wire.Dial(at, "page")
	if err != nil {
		t.Fatal(err)
	}
	defer after.Close()
	before.Close()
	select {
	case m := <-after.Shell.Messages():
		if got := kerneltest.Line(m); got != "execute_reply ok 1" || kerneltest.ParentID(m) != request.Header.ID {
			t.Errorf("got %s", got)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the reply did not find the page")
	}
	ask(after)
}

// A connection file that leaves the ports to the system tells them in the end.
func TestPickedPortsAreWrittenDown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "connection.json")
	asked := wire.Loopback()
	if err := asked.Write(file); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- kernel.Serve(ctx, file, kerneltest.NewToy(), kerneltest.Plain{}, kernel.Info{Fault: func(error) {}})
	}()
	at := asked
	for at.Shell == 0 {
		time.Sleep(time.Millisecond)
		if read, err := wire.ReadConnection(file); err == nil {
			at = read
		}
	}
	c := kerneltest.Connect(t, at)
	if got := c.Run("echo found").Final(); len(got) != 1 || got[0] != "found" {
		t.Errorf("got %q", got)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
