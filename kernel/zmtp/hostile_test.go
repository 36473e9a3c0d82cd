package zmtp

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// rawFrame is a frame with a size that need not be its body's.
func rawFrame(flags byte, size uint64, body string) []byte {
	if flags&flagLong == 0 {
		return append([]byte{flags, byte(size)}, body...)
	}
	return append(binary.BigEndian.AppendUint64([]byte{flags}, size), body...)
}

// attacks are what hostile peers send.
func attacks() map[string][]byte {
	noise := make([]byte, 4096)
	rand.NewChaCha8([32]byte{1}).Read(noise)
	hello, ready := rawGreeting(3, 1), rawReady(TypeDealer, "")
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	return map[string][]byte{
		"silence":                 nil,
		"http":                    []byte("GET / HTTP/1.1\r\n\r\n"),
		"noise":                   noise,
		"half a greeting":         hello[:20],
		"a greeting only":         hello,
		"noise for a ready":       join(hello, noise),
		"an empty ready":          join(hello, rawFrame(flagCommand, 0, "")),
		"a ready cut short":       join(hello, rawFrame(flagCommand, 7, "\x05READY\xff")),
		"a property too long":     join(hello, rawFrame(flagCommand, 12, "\x05READY\x01a\xff\xff\xff\xff")),
		"a huge ready":            join(hello, rawFrame(flagCommand|flagLong, maxCommand+1, "\x05READY")),
		"a message for a ready":   join(hello, rawFrame(0, 5, "READY")),
		"an error for a ready":    join(hello, rawFrame(flagCommand, 9, "\x05ERROR\x02no")),
		"an error cut short":      join(hello, rawFrame(flagCommand, 7, "\x05ERROR\xff")),
		"a huge frame":            join(hello, ready, rawFrame(flagLong, 1<<62, "")),
		"a negative frame":        join(hello, ready, rawFrame(flagLong, 1<<63, "")),
		"a frame never sent":      join(hello, ready, rawFrame(flagLong, MaxMessage, "")),
		"frames without end":      join(hello, ready, bytes.Repeat(rawFrame(flagMore, 0, ""), 2*MaxFrames)),
		"flags that mean nothing": join(hello, ready, rawFrame(8, 1, "x")),
		"a command with more":     join(hello, ready, rawFrame(flagCommand|flagMore, 5, "\x04PING")),
		"a ping without a time":   join(hello, ready, rawFrame(flagCommand, 5, "\x04PING")),
		"a ping with too much":    join(hello, ready, rawFrame(flagCommand, 24, "\x04PING\x00\x0012345678901234567")),
		"a nameless command":      join(hello, ready, rawFrame(flagCommand, 1, "\x00")),
		"a long name":             join(hello, ready, rawFrame(flagCommand, 2, "\xffx")),
		"a late error":            join(hello, ready, rawFrame(flagCommand, 9, "\x05ERROR\x02no")),
		"a subscription inside":   join(hello, ready, rawFrame(flagMore, 1, "x"), rawFrame(flagCommand, 10, "\x09SUBSCRIBE")),
	}
}

// patientAttacks are those that break no rule yet.
var patientAttacks = []string{"silence", "half a greeting", "a greeting only", "a frame never sent"}

// settled waits until the number of goroutines is back to what it was.
func settled(t *testing.T, before int) {
	t.Helper()
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
}

// While hostile peers hold their connections open, an honest one is served;
// those that break a rule are cut off, with or without encryption.
func TestHostilePeers(t *testing.T) {
	if testing.Short() {
		t.Skip("long: waits until strangers are sent away")
	}
	t.Parallel()
	keys := NewKeys()
	for name, keys := range map[string]*Keys{"null": nil, "curve": &keys} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := echoRouter(t, Config{Network: "tcp", Address: "127.0.0.1:0", Keys: keys})
			links := map[string]net.Conn{}
			for name, bytes := range attacks() {
				if keys != nil && len(bytes) > 32 {
					copy(bytes[12:], "CURVE")
				}
				links[name] = rawPeer(t, r.Addr(), bytes)
			}
			d := Dialler{Type: TypeDealer}
			if keys != nil {
				d.Server = &keys.Public
			}
			c := dial(t, d, r.Addr())
			roundTrip(t, c, texts("a", "b"))
			patient := map[string]bool{}
			for _, name := range patientAttacks {
				patient[name] = true
			}
			for name, link := range links {
				if !patient[name] {
					ended(t, link)
				}
			}
			// Silent strangers go at the deadline.
			ended(t, links["silence"])
			ended(t, links["a greeting only"])
			roundTrip(t, c, texts("c"))
		})
	}
}

// More stalled peers than may be in their handshake at once keep nobody out,
// and all are gone when the socket is.
func TestStalledPeers(t *testing.T) {
	before := runtime.NumGoroutine()
	r := echoRouter(t, Config{})
	hello := rawGreeting(3, 1)
	for i := range 2 * maxStrangers {
		rawPeer(t, r.Addr(), hello[:i%len(hello)])
	}
	c := dial(t, Dialler{Type: TypeDealer}, r.Addr())
	roundTrip(t, c, texts("served"))
	r.mu.Lock()
	if n := len(r.strangers); n > maxStrangers {
		t.Errorf("%d strangers at once", n)
	}
	r.mu.Unlock()
	c.Close()
	r.Close(time.Now())
	settled(t, before)
}

// What is announced costs nothing; what has come costs about its size.
func TestMemoryFollowsWhatCame(t *testing.T) {
	r := echoRouter(t, Config{})
	grown := func(f func()) uint64 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	const peers = 50
	if n := grown(func() {
		for range peers {
			rawPeer(t, r.Addr(), rawGreeting(3, 1), rawReady(TypeDealer, ""), rawFrame(flagLong, MaxMessage, "some"))
		}
		for r.Peers() < peers {
			time.Sleep(time.Millisecond)
		}
		roundTrip(t, dial(t, Dialler{Type: TypeDealer}, r.Addr()), texts("a"))
	}); n > peers*128<<10 {
		t.Errorf("%d peers that announced %d bytes cost %d", peers, MaxMessage, n)
	}
	var came bytes.Buffer
	came.Write(make([]byte, 8<<20))
	if n := grown(func() {
		newFrameReader(io.MultiReader(bytes.NewReader(rawFrame(flagLong, MaxMessage, "")), &came), new(pool)).next(MaxMessage)
	}); n > 64<<20 {
		t.Errorf("8 MiB of an announced %d cost %d", MaxMessage, n)
	}
}

// A peer that asks at will and takes nothing of what it asked for is dropped,
// and holds up nobody meanwhile.
func TestGreedyPeers(t *testing.T) {
	p, err := ListenPublisher(Config{Network: "tcp", Address: "127.0.0.1:0"}, func(string) [][]byte {
		return [][]byte{make([]byte, 1<<20)}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(time.Now()) })
	for name, demand := range map[string][]byte{
		"welcomes": rawFrame(0, 1, "\x01"),
		"pings":    rawFrame(flagCommand, 23, "\x04PING\x00\x001234567890123456"),
		"topics":   nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := rawPeer(t, p.Addr(), rawGreeting(3, 1), rawReady(TypeSub, ""))
			c.SetWriteDeadline(time.Now().Add(60 * time.Second))
			for i := uint32(0); ; i++ {
				asked := bytes.Repeat(demand, 1000)
				if demand == nil {
					asked = rawFrame(0, 5, string(binary.BigEndian.AppendUint32([]byte{1}, i)))
				}
				if _, err := c.Write(asked); err != nil {
					if e, ok := err.(net.Error); ok && e.Timeout() {
						t.Error("was never dropped")
					}
					return
				}
			}
		})
	}
}

// Who speaks ZMTP and is refused is told of, a few times; who left or speaks
// something else is not.
func TestReports(t *testing.T) {
	var mu sync.Mutex
	var told []string
	r := echoRouter(t, Config{Network: "tcp", Address: "127.0.0.1:0", Fault: func(err error) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, err.Error())
	}})
	for _, quiet := range [][]byte{[]byte("GET / HTTP/1.1\r\n\r\n"), rawGreeting(3, 1), rawGreeting(3, 1)[:12]} {
		rawPeer(t, r.Addr(), quiet).Close()
	}
	for range 2 * maxReports {
		ended(t, rawPeer(t, r.Addr(), rawGreeting(3, 1), rawReady(TypeSub, "")))
	}
	r.Close(time.Now())
	if len(told) != maxReports {
		t.Errorf("told %d times", len(told))
	}
	for _, each := range told {
		if !strings.Contains(each, `"SUB" sockets do not talk to ROUTER`) {
			t.Error(each)
		}
	}
}
