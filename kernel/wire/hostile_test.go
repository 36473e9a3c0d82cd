package wire

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"testing"
)

// greeting is what a ZMTP 3.0 peer begins with.
func greeting() []byte {
	g := make([]byte, greetingSize)
	g[0], g[9], g[10] = 0xff, 0x7f, 3
	copy(g[12:], "NULL")
	return g
}

// frame is a ZMTP frame with a size that need not be its body's.
func frame(flags byte, size uint64, body string) []byte {
	if flags&flagLong == 0 {
		return append([]byte{flags, byte(size)}, body...)
	}
	return append(binary.BigEndian.AppendUint64([]byte{flags}, size), body...)
}

// ready is the command with which a DEALER ends its handshake.
func ready() []byte {
	body := "\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER"
	return frame(flagCommand, uint64(len(body)), body)
}

// What hostile peers send over raw TCP.
func attacks() map[string][]byte {
	noise := make([]byte, 4096)
	source := rand.NewChaCha8([32]byte{1})
	source.Read(noise)
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	return map[string][]byte{
		"silence":              nil,
		"http":                 []byte("GET / HTTP/1.1\r\n\r\n"),
		"noise":                noise,
		"half a greeting":      greeting()[:20],
		"noise for a ready":    join(greeting(), noise),
		"an empty ready":       join(greeting(), frame(flagCommand, 0, "")),
		"a ready cut short":    join(greeting(), frame(flagCommand, 7, "\x05READY\xff")),
		"a property too long":  join(greeting(), frame(flagCommand, 12, "\x05READY\x01a\xff\xff\xff\xff")),
		"a huge frame":         join(greeting(), ready(), frame(flagLong, 1<<62, "")),
		"a negative frame":     join(greeting(), ready(), frame(flagLong, 1<<63, "")),
		"frames without end":   join(greeting(), ready(), bytes.Repeat(frame(flagMore, 0, ""), 2*maxFrames)),
		"a command in between": join(greeting(), ready(), frame(flagCommand, 5, "\x04PING")),
	}
}

// While hostile peers hold their connections open, an honest one is served;
// and the ones that break the framing are cut off.
func TestHostilePeers(t *testing.T) {
	s := open(t, Loopback())
	at := s.Connection()
	cut := map[string]net.Conn{}
	for name, bytes := range attacks() {
		for _, port := range []int{at.Shell, at.Control, at.Stdin, at.IOPub, at.Heartbeat} {
			conn, err := net.Dial(at.endpoint(port))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := conn.Write(bytes); err != nil {
				continue // cut off already
			}
			if port == at.Shell {
				cut[name] = conn
			}
		}
	}
	c := dial(t, s, "honest")
	if m := say(t, s, c, "hello"); m.Header.Type != "hello" {
		t.Errorf("got %+v", m)
	}
	if _, err := c.Echo(t.Context(), nil); err != nil {
		t.Errorf("heartbeat: %v", err)
	}
	for _, name := range []string{"a huge frame", "a negative frame", "frames without end", "a command in between"} {
		// Ends with EOF or a reset; without either the test would hang here.
		io.Copy(io.Discard, cut[name])
	}
}

func TestBadMessagesAreReportedAndDropped(t *testing.T) {
	faults := make(chan error, 100)
	s, err := Listen(Loopback(), func(err error) { faults <- err })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(0)
	c := dial(t, s, "me")
	tampered, err := NewCodec("not the key").Encode(Message{Header: NewHeader("s", "t")})
	if err != nil {
		t.Fatal(err)
	}
	bad := [][][]byte{
		tampered, frames(""), frames("<IDS|MSG>"), frames("<IDS|MSG>", "", "", "", "", ""), frames("a", "b"),
	}
	for _, f := range bad {
		c.Shell.SendFrames(f...)
	}
	if m := say(t, s, c, "hello"); m.Header.Type != "hello" {
		t.Errorf("got %+v", m)
	}
	for range bad {
		if err := <-faults; err == nil {
			t.Error("a fault without an error")
		}
	}
}
