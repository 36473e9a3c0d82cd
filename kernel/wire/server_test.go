package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"unfold/kernel/zmtp"
)

// open returns a server at c whose faults fail nothing.
func open(t *testing.T, c Connection) *Server {
	t.Helper()
	s, err := Listen(c, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(0) })
	return s
}

// dial returns a client that the server knows to be subscribed.
func dial(t *testing.T, s *Server, identity string) *Client {
	t.Helper()
	c, err := Dial(s.Connection(), identity)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	m := take(t, c.IOPub.Messages())
	if m.Header.Type != "iopub_welcome" || m.Header.Session != s.Session() ||
		string(m.Content) != `{"subscription":""}` || string(m.Parent) != "{}" {
		t.Fatalf("welcomed by %+v", m)
	}
	return c
}

// say sends a request of a type over shell and returns it as it arrives.
func say(t *testing.T, s *Server, c *Client, kind string) Message {
	t.Helper()
	if err := c.Shell.Send(Message{Header: NewHeader("s", kind)}); err != nil {
		t.Fatal(err)
	}
	return take(t, s.Shell.Messages())
}

func take(t *testing.T, from <-chan Message) Message {
	t.Helper()
	select {
	case m, ok := <-from:
		if !ok {
			t.Fatal("the other end has gone")
		}
		return m
	case <-time.After(20 * time.Second):
		t.Fatal("no message came")
	}
	return Message{}
}

func TestRoundTrip(t *testing.T) {
	dir, err := os.MkdirTemp("", "wire") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	ipc := Connection{Transport: "ipc", IP: filepath.Join(dir, "k"), Key: "k", Scheme: "hmac-sha256",
		Shell: 1, Control: 2, Stdin: 3, IOPub: 4, Heartbeat: 5}
	ipv6, every, local, curve := Loopback(), Loopback(), Loopback(), Loopback()
	ipv6.IP, every.IP, local.IP = "::1", "*", "localhost"
	keys := zmtp.NewKeys()
	curve.PublicKey, curve.SecretKey = keys.Public.String(), keys.Secret.String()
	for name, at := range map[string]Connection{
		"tcp": Loopback(), "ipv6": ipv6, "every": every, "localhost": local, "curve": curve, "ipc": ipc,
	} {
		t.Run(name, func(t *testing.T) {
			if l, err := net.Listen("tcp", "[::1]:0"); name == "ipv6" && err != nil {
				t.Skip("no IPv6 here: ", err)
			} else if err == nil {
				l.Close()
			}
			s := open(t, at)
			c := dial(t, s, "me")
			request := say(t, s, c, "ping_request")
			if err := s.Shell.Send(request.Reply(NewHeader("k", "ping_reply"), json.RawMessage(`{"x":1}`))); err != nil {
				t.Fatal(err)
			}
			reply := take(t, c.Shell.Messages())
			if reply.Header.Type != "ping_reply" || !bytes.Equal(reply.Parent, request.Verbatim) {
				t.Errorf("reply: %+v", reply)
			}
			if err := s.IOPub.Send(Message{Identities: [][]byte{[]byte("topic")}, Header: NewHeader("k", "news")}); err != nil {
				t.Fatal(err)
			}
			if m := take(t, c.IOPub.Messages()); m.Header.Type != "news" || string(m.Identities[0]) != "topic" {
				t.Errorf("published: %+v", m)
			}
			if beat, err := c.Echo(t.Context(), []byte("beat")); err != nil || string(beat) != "beat" {
				t.Errorf("heartbeat: %q, %v", beat, err)
			}
		})
	}
}

func TestStaleSocketFilesAreReplaced(t *testing.T) {
	dir, err := os.MkdirTemp("", "wire")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	at := Connection{Transport: "ipc", IP: filepath.Join(dir, "k"), Shell: 1, Control: 2, Stdin: 3, IOPub: 4, Heartbeat: 5}
	l, err := net.Listen("unix", at.IP+"-1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(at, func(error) {}); err == nil {
		t.Fatal("took a socket file that is in use")
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	l.Close()
	s := open(t, at)
	say(t, s, dial(t, s, "me"), "hello")
}

func TestListenRefusesKeysThatDoNotBelongTogether(t *testing.T) {
	at := Loopback()
	at.PublicKey, at.SecretKey = zmtp.NewKeys().Public.String(), zmtp.NewKeys().Secret.String()
	if _, err := Listen(at, func(error) {}); err == nil || !strings.Contains(err.Error(), "curve_publickey") {
		t.Errorf("%v", err)
	}
	at.SecretKey = ""
	if _, err := Listen(at, func(error) {}); err == nil {
		t.Error("listened with a public key alone")
	}
}

// A port that is taken is an error, and the sockets opened before it are
// closed again.
func TestListenFailsWhole(t *testing.T) {
	s := open(t, Loopback())
	before := runtime.NumGoroutine()
	at := Loopback()
	at.Heartbeat = s.Connection().Heartbeat
	if _, err := Listen(at, func(error) {}); err == nil || !strings.Contains(err.Error(), "heartbeat") {
		t.Errorf("%v", err)
	}
	settled(t, before)
}

// Two front ends, of which each gets its own answers and nobody else's; then
// one comes back under its old identity, as after a browser's reload.
func TestRoutes(t *testing.T) {
	s := open(t, Loopback())
	a, b := dial(t, s, "a"), dial(t, s, "b")
	fromA, fromB := say(t, s, a, "from_a"), say(t, s, b, "from_b")
	for _, request := range []Message{fromB, fromA} {
		if err := s.Shell.Send(request.Reply(NewHeader("k", "to_"+request.Header.Type), nil)); err != nil {
			t.Fatal(err)
		}
	}
	if m := take(t, a.Shell.Messages()); m.Header.Type != "to_from_a" {
		t.Errorf("a got %s", m.Header.Type)
	}
	if m := take(t, b.Shell.Messages()); m.Header.Type != "to_from_b" {
		t.Errorf("b got %s", m.Header.Type)
	}

	again := dial(t, s, "a")
	say(t, s, again, "hello") // it is known by then
	if err := s.Shell.Send(fromA.Reply(NewHeader("k", "late"), nil)); err != nil {
		t.Fatal(err)
	}
	if m := take(t, again.Shell.Messages()); m.Header.Type != "late" {
		t.Errorf("the new a got %s", m.Header.Type)
	}
	if err := s.Shell.Send(Message{Identities: frames("nobody")}); err == nil {
		t.Error("sent to nobody without an error")
	}
}

// The last words before Close must arrive, however many they are.
func TestCloseLingers(t *testing.T) {
	s := open(t, Loopback())
	c := dial(t, s, "me")
	const n = 20_000
	text, _ := json.Marshal(map[string]string{"text": strings.Repeat("x", 300)})
	go func() {
		for i := range n {
			s.IOPub.Send(Message{Identities: frames("t"), Header: Header{ID: fmt.Sprint(i), Type: "stream"}, Content: text})
		}
		s.Close(20 * time.Second)
	}()
	for i := range n {
		if m := take(t, c.IOPub.Messages()); m.Header.ID != fmt.Sprint(i) {
			t.Fatalf("message %d has id %s", i, m.Header.ID)
		}
	}
}

// A subscriber that reads nothing must not keep others from reading.
func TestSlowReaderDelaysNobody(t *testing.T) {
	s := open(t, Loopback())
	dial(t, s, "slow") // nobody takes its messages
	c := dial(t, s, "quick")
	text, _ := json.Marshal(map[string]string{"text": strings.Repeat("x", 1<<20)})
	for i := range 20 {
		if err := s.IOPub.Send(Message{Identities: frames("t"), Header: NewHeader("k", "stream"), Content: text}); err != nil {
			t.Fatal(err)
		}
		if m := take(t, c.IOPub.Messages()); len(m.Content) != len(text) {
			t.Fatalf("message %d is %d bytes long", i, len(m.Content))
		}
	}
}

// BenchmarkAsk is the time from a request to its reply, both signed.
func BenchmarkAsk(b *testing.B) {
	s, err := Listen(Loopback(), func(err error) { b.Error(err) })
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close(0)
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case m := <-s.Shell.Messages():
				s.Shell.Send(m.Reply(NewHeader("k", "reply"), nil))
			case <-done:
				return
			}
		}
	}()
	c, err := Dial(s.Connection(), "me")
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	for b.Loop() {
		if err := c.Shell.Send(Message{Header: NewHeader("s", "request")}); err != nil {
			b.Fatal(err)
		}
		<-c.Shell.Messages()
	}
}
