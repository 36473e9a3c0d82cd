package zmtp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"
)

// pyzmq is the Python whose pyzmq is the oracle, if there is one.
var pyzmq = sync.OnceValues(func() (string, error) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		path, err := exec.LookPath(python)
		if err == nil && exec.Command(path, "-c", "import zmq; assert zmq.has('curve')").Run() == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no python3 with pyzmq and CURVE here")
})

// peer starts testdata/peer.py; the test fails if it does.
func peer(t *testing.T, scenario string, at map[string]string) *exec.Cmd {
	t.Helper()
	python, err := pyzmq()
	if err != nil {
		t.Skip(err)
	}
	text, err := json.Marshal(at)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	return exec.CommandContext(ctx, python, filepath.Join("testdata", "peer.py"), scenario, string(text))
}

func play(t *testing.T, scenario string, at map[string]string) {
	t.Helper()
	if text, err := peer(t, scenario, at).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", scenario, err, text)
	}
}

// A stage is the three sockets that a scenario plays against.
type stage struct {
	router    *Router
	publisher *Publisher
	echo      *Echo
}

// newStage opens the sockets. Addresses names each; see peer.py for what the
// router obeys.
func newStage(t *testing.T, network string, address func(string) string, keys *Keys, fault func(error)) *stage {
	t.Helper()
	s, opened := new(stage), make(chan struct{})
	defer close(opened)
	obey := func(from string, frames [][]byte) {
		<-opened
		switch verb, rest := string(frames[0]), frames[1:]; verb {
		case "echo":
			s.router.Send(from, rest)
		case "publish":
			s.publisher.Send(rest)
		case "flood":
			n, _ := strconv.Atoi(string(rest[0]))
			size, _ := strconv.Atoi(string(rest[1]))
			for i := range n {
				s.publisher.Send([][]byte{[]byte(strconv.Itoa(i)), make([]byte, size)})
			}
		}
	}
	config := func(name string) Config {
		return Config{Network: network, Address: address(name), Keys: keys, Fault: fault}
	}
	var err error
	if s.publisher, err = ListenPublisher(config("publisher"), func(topic string) [][]byte {
		return [][]byte{[]byte(topic), []byte("welcome")}
	}); err != nil {
		t.Fatal(err)
	}
	if s.router, err = ListenRouter(config("router"), obey); err != nil {
		t.Fatal(err)
	}
	if s.echo, err = ListenEcho(config("echo")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.router.Close(time.Now())
		s.publisher.Close(time.Now())
		s.echo.Close(time.Now())
	})
	return s
}

// endpoints returns where peer.py finds the sockets.
func (s *stage) endpoints(keys *Keys) map[string]string {
	at := make(map[string]string)
	for name, address := range map[string]interface{ String() string }{
		"router": s.router.Addr(), "publisher": s.publisher.Addr(), "echo": s.echo.Addr(),
	} {
		scheme := "tcp://"
		if s.router.Addr().Network() == "unix" {
			scheme = "ipc://"
		}
		at[name] = scheme + address.String()
	}
	if keys != nil {
		at["key"] = keys.Public.String()
	}
	return at
}

func onLoopback(string) string { return "127.0.0.1:0" }

func TestPyzmq(t *testing.T) {
	if testing.Short() {
		t.Skip("long: plays with another program")
	}
	for _, scenario := range []string{
		"multiframe", "handover", "subscriptions", "heartbeat", "pings", "large", "burst", "slow",
	} {
		t.Run(scenario, func(t *testing.T) {
			t.Parallel()
			play(t, scenario, newStage(t, "tcp", onLoopback, nil, nil).endpoints(nil))
		})
	}
}

func TestPyzmqEncrypted(t *testing.T) {
	if testing.Short() {
		t.Skip("long: plays with another program")
	}
	keys := NewKeys()
	for _, scenario := range []string{"everything", "handover", "pings", "large", "burst", "refused"} {
		t.Run(scenario, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			faults := 0
			fault := func(error) {
				mu.Lock()
				defer mu.Unlock()
				faults++
			}
			play(t, scenario, newStage(t, "tcp", onLoopback, &keys, fault).endpoints(&keys))
			mu.Lock()
			defer mu.Unlock()
			if (scenario == "refused") != (faults >= 2) {
				t.Errorf("%d peers were reported as refused", faults)
			}
		})
	}
}

func TestPyzmqOverFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("long: plays with another program")
	}
	dir := shortDir(t)
	file := func(name string) string { return filepath.Join(dir, name) }
	play(t, "everything", newStage(t, "unix", file, nil, nil).endpoints(nil))
}

// Our dialling end is no party to the kernel, but to its tests: pyzmq says
// whether it speaks as others do.
func TestPyzmqListens(t *testing.T) {
	if testing.Short() {
		t.Skip("long: plays with another program")
	}
	keys := NewKeys()
	for name, keys := range map[string]*Keys{"null": nil, "curve": &keys} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := map[string]string{}
			dialler := Dialler{Identity: "me"}
			if keys != nil {
				at["key"], at["secret"] = keys.Public.String(), keys.Secret.String()
				dialler.Server = &keys.Public
			}
			cmd := peer(t, "listen", at)
			var faults bytes.Buffer
			cmd.Stderr = &faults
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var ports []int
			line, _ := bufio.NewReader(out).ReadBytes('\n')
			if err := json.Unmarshal(line, &ports); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			dial := func(kind Type, port int) *Conn {
				dialler.Type = kind
				c, err := dialler.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(c.Close)
				return c
			}
			expect := func(c *Conn, want ...string) {
				t.Helper()
				if got, err := c.Receive(); err != nil || !equalFrames(got, texts(want...)) {
					t.Fatalf("got %q, %v; want %q", got, err, want)
				}
			}
			dealer, sub, req := dial(TypeDealer, ports[0]), dial(TypeSub, ports[1]), dial(TypeReq, ports[2])
			dealer.Send(texts("", "a", string(make([]byte, 300))))
			expect(dealer, "", "a", string(make([]byte, 300)))
			sub.Subscribe("news")
			expect(sub, "news", "body")
			sub.Cancel("news")
			req.Send(texts("", "beat"))
			expect(req, "", "beat")
			dealer.Send(texts("bye"))
			if err := cmd.Wait(); err != nil {
				t.Errorf("%v\n%s", err, &faults)
			}
		})
	}
}
