package zmtp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// texts makes frames of strings.
func texts(t ...string) [][]byte {
	frames := make([][]byte, 0, len(t))
	for _, each := range t {
		frames = append(frames, []byte(each))
	}
	return frames
}

func equalFrames(a, b [][]byte) bool { return slices.EqualFunc(a, b, bytes.Equal) }

// shortDir returns a folder for socket files, whose paths must be short.
func shortDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "z")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// rawGreeting is what a peer of a version begins with that speaks NULL.
func rawGreeting(major, minor byte) []byte {
	g := greeting{mechanism: "NULL"}.bytes()
	g[10], g[11] = major, minor
	return g
}

// rawReady is the command with which a peer of a type ends its handshake.
func rawReady(kind Type, identity string) []byte {
	own := map[string]string{propType: string(kind), propIdentity: identity, "X-Unknown": "kept"}
	return appendFrame(nil, frame{flagCommand, command(cmdReady, appendMetadata(nil, own))})
}

// rawPeer connects to a socket and writes bytes to it.
func rawPeer(t testing.TB, at net.Addr, parts ...[]byte) net.Conn {
	t.Helper()
	c, err := net.Dial(at.Network(), at.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetReadDeadline(time.Now().Add(30 * time.Second))
	for _, p := range parts {
		if _, err := c.Write(p); err != nil {
			break // cut off already
		}
	}
	return c
}

// expectBytes reads exactly want.
func expectBytes(t *testing.T, c net.Conn, want []byte) {
	t.Helper()
	got := make([]byte, len(want))
	if _, err := io.ReadFull(c, got); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("got % x, %v; want % x", got, err, want)
	}
}

// ended waits for the other end to hang up; without that the test fails.
func ended(t *testing.T, c net.Conn) {
	t.Helper()
	if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the link was not ended")
	}
}

// echoRouter opens a router that sends back what comes.
func echoRouter(t testing.TB, c Config) *Router {
	t.Helper()
	if c.Network == "" {
		c.Network, c.Address = "tcp", "127.0.0.1:0"
	}
	opened := make(chan struct{})
	defer close(opened)
	var r *Router
	r, err := ListenRouter(c, func(from string, frames [][]byte) {
		<-opened
		r.Send(from, frames)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !r.closing() {
			r.Close(time.Now())
		}
	})
	return r
}

func dial(t testing.TB, d Dialler, at net.Addr) *Conn {
	t.Helper()
	c, err := d.Dial(at.Network(), at.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// roundTrip sends a message and expects it back.
func roundTrip(t testing.TB, c *Conn, frames [][]byte) {
	t.Helper()
	if err := c.Send(frames); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Receive(); err != nil || !equalFrames(got, frames) {
		t.Fatalf("sent %d frames, got %d back: %v", len(frames), len(got), err)
	}
}

// A peer of ZMTP 3.0, byte for byte: it subscribes by message, and its ping is
// answered between the frames of nothing else.
func TestOlderPeer(t *testing.T) {
	p, err := ListenPublisher(Config{Network: "tcp", Address: "127.0.0.1:0"}, func(topic string) [][]byte {
		return texts(topic, "hello")
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(time.Now())
	c := rawPeer(t, p.Addr(), rawGreeting(3, 0), rawReady(TypeSub, ""))
	expectBytes(t, c, greeting{mechanism: "NULL"}.bytes())
	expectBytes(t, c, []byte("\x04\x1a\x05READY\x0bSocket-Type\x00\x00\x00\x04XPUB"))
	c.Write([]byte("\x00\x03\x01ab"))
	expectBytes(t, c, []byte("\x01\x02ab\x00\x05hello"))
	c.Write([]byte("\x04\x0a\x04PING\x00\x00ctx"))
	expectBytes(t, c, []byte("\x04\x08\x04PONGctx"))
	p.Send(texts("no", "1"))
	p.Send(texts("abc", "2"))
	expectBytes(t, c, []byte("\x01\x03abc\x00\x012"))
	c.Write([]byte("\x04\x0c\x09SUBSCRIBEno\x00\x03\x00ab"))
	expectBytes(t, c, []byte("\x01\x02no\x00\x05hello"))
	p.Send(texts("no", "3"))
	expectBytes(t, c, []byte("\x01\x02no\x00\x013"))
}

func TestTooOldPeersAreRefusedAtOnce(t *testing.T) {
	r := echoRouter(t, Config{})
	for name, bytes := range map[string][]byte{
		"ZMTP 1": []byte("\x01\x00"),
		"ZMTP 2": append(rawGreeting(3, 0)[:10], 1), // says no more until it is answered
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			ended(t, rawPeer(t, r.Addr(), bytes))
			if time.Since(begun) > handshakeTime-time.Second {
				t.Error("was refused by the deadline only")
			}
		})
	}
}

func TestMetadata(t *testing.T) {
	links := make(chan *Conn, 1)
	var s socket
	own := role{kind: TypeRouter, limit: 10, budget: 10}
	if err := s.open(Config{Network: "tcp", Address: "127.0.0.1:0"}, own, func(c *Conn) { links <- c }); err != nil {
		t.Fatal(err)
	}
	defer s.Close(time.Now())
	rawPeer(t, s.Addr(), rawGreeting(3, 1), rawReady(TypeDealer, "id"))
	c := <-links
	if m := c.Metadata(); c.Identity() != "id" || m["X-Unknown"] != "kept" || m[propType] != "DEALER" || len(m) != 3 {
		t.Errorf("%q", m)
	}
}

func TestPeersThatDoNotFitAreToldWhy(t *testing.T) {
	r := echoRouter(t, Config{})
	for why, ready := range map[string][]byte{
		`"SUB" sockets do not talk to ROUTER`:   rawReady(TypeSub, ""),
		"the identity begins with a zero byte":  rawReady(TypeDealer, "\x00\x00\x00\x00\x01"),
		"the identity is longer than 255 bytes": rawReady(TypeDealer, strings.Repeat("x", 256)),
		`"" sockets do not talk to ROUTER`:      appendFrame(nil, frame{flagCommand, command(cmdReady, nil)}),
	} {
		c := rawPeer(t, r.Addr(), rawGreeting(3, 1), ready)
		said, _ := io.ReadAll(c)
		if want := append([]byte("\x05ERROR"), byte(len(why))); !bytes.HasSuffix(said, append(want, why...)) {
			t.Errorf("%s: said %q", why, said)
		}
	}
	if _, err := (Dialler{Type: TypeSub}).Dial("tcp", r.Addr().String()); err == nil || !strings.Contains(err.Error(), "do not talk") {
		t.Errorf("a SUB that dials hears: %v", err)
	}
}

// A peer that promises to ping and falls silent is given up; one that promises
// nothing stays.
func TestTimeToLive(t *testing.T) {
	t.Parallel()
	r := echoRouter(t, Config{})
	ping := []byte("\x04\x07\x04PING\x00\x02") // a fifth of a second
	ended(t, rawPeer(t, r.Addr(), rawGreeting(3, 1), rawReady(TypeDealer, "a"), ping))
	c := rawPeer(t, r.Addr(), rawGreeting(3, 1), rawReady(TypeDealer, "b"), ping, []byte("\x04\x07\x04PING\x00\x00"))
	time.Sleep(400 * time.Millisecond)
	c.Write([]byte("\x00\x01x"))
	if said, err := io.ReadAll(io.LimitReader(c, int64(64+2+len("\x06ROUTER\x05READY\x0bSocket-Type")+3+2*7+3))); err != nil || !bytes.HasSuffix(said, []byte("\x00\x01x")) {
		t.Errorf("said %q, %v", said, err)
	}
}

func TestLimits(t *testing.T) {
	r := echoRouter(t, Config{})
	c := dial(t, Dialler{Type: TypeDealer}, r.Addr())
	roundTrip(t, c, make([][]byte, MaxFrames))
	if err := c.Send(nil); err == nil {
		t.Error("a message of no frames was sent")
	}
	long := binary.BigEndian.AppendUint64([]byte{flagLong}, MaxMessage+1)
	ended(t, rawPeer(t, r.Addr(), rawGreeting(3, 1), rawReady(TypeDealer, ""), long))
	more := binary.BigEndian.AppendUint64([]byte("\x01\x01x\x02"), MaxMessage)
	ended(t, rawPeer(t, r.Addr(), rawGreeting(3, 1), rawReady(TypeDealer, ""), more))
	many := bytes.Repeat([]byte{flagMore, 0}, MaxFrames+1)
	ended(t, rawPeer(t, r.Addr(), rawGreeting(3, 1), rawReady(TypeDealer, ""), many))
	roundTrip(t, c, texts("still", "here"))
}
