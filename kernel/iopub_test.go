package kernel

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"unfold/kernel/wire"
)

// testIOPub returns a queue in front of a socket with one subscriber.
func testIOPub(t *testing.T) (*iopub, <-chan wire.Message) {
	t.Helper()
	server, err := wire.Listen(wire.Loopback(), func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	p := newIOPub(server.IOPub, "s", func(err error) { t.Error(err) })
	go p.run()
	c, err := wire.Dial(server.Connection(), "me")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.close()
		c.Close()
		server.Close(0)
	})
	for { // until the subscription has taken effect
		p.post(nil, "status", statusContent{"idle"})
		select {
		case <-c.IOPub.Messages():
			p.post(nil, "begin", empty{})
			for (<-c.IOPub.Messages()).Header.Type != "begin" {
			}
			return p, c.IOPub.Messages()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// A goroutine that never stops printing must not keep a reply from going out.
func TestFlushWaitsOnlyForWhatCameBefore(t *testing.T) {
	p, messages := testIOPub(t)
	go func() {
		for range messages {
		}
	}()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			default:
				p.print(nil, "stdout", "and on and on\n")
			}
		}
	}()
	for range 20 {
		p.flush()
	}
}

// Streams that alternate without end are gathered all the same.
func TestAlternatingStreamsAreGathered(t *testing.T) {
	p, messages := testIOPub(t)
	const n = 2000
	go func() {
		for range n {
			p.print(nil, "stdout", "a")
			p.print(nil, "stderr", "b")
		}
		p.post(nil, "end", empty{})
	}()
	printed := map[string]string{}
	count := 0
	for m := range messages {
		if m.Header.Type == "end" {
			break
		}
		var c streamContent
		if err := json.Unmarshal(m.Content, &c); err != nil {
			t.Fatal(err)
		}
		printed[c.Name] += c.Text
		count++
	}
	if printed["stdout"] != strings.Repeat("a", n) || printed["stderr"] != strings.Repeat("b", n) {
		t.Errorf("%d and %d bytes arrived, want %d of each", len(printed["stdout"]), len(printed["stderr"]), n)
	}
	if count > n/4 {
		t.Errorf("%d messages for %d prints", count, 2*n)
	}
}
