package zmtp

import (
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func TestSocketFiles(t *testing.T) {
	dir := shortDir(t)
	path := filepath.Join(dir, "kernel-1")
	config := Config{Network: "unix", Address: path}

	r := echoRouter(t, config)
	if info, err := os.Stat(path); err != nil || info.Mode() != os.ModeSocket|ownerOnly {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	roundTrip(t, dial(t, Dialler{Type: TypeDealer}, r.Addr()), texts("a"))
	if _, err := ListenEcho(config); err == nil {
		t.Error("took a file that is in use")
	}
	r.Close(time.Now())
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}

	// What a process leaves behind that died.
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	dead.SetUnlinkOnClose(false)
	dead.Close()
	r = echoRouter(t, config)
	roundTrip(t, dial(t, Dialler{Type: TypeDealer}, r.Addr()), texts("a"))

	// Another's file, put in the place of ours, stays when we go.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.Close(time.Now())
	if text, err := os.ReadFile(path); err != nil || string(text) != "precious" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := ListenEcho(config); err == nil {
		t.Error("listened at a file that is no socket")
	}
}

// Whenever the file is there, it is its owner's alone.
func TestSocketFilesAreNeverOpenToOthers(t *testing.T) {
	path := filepath.Join(shortDir(t), "k")
	end := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			select {
			case <-end:
				return
			default:
			}
			if info, err := os.Lstat(path); err == nil && info.Mode() != os.ModeSocket|ownerOnly {
				t.Errorf("mode %v", info.Mode())
				return
			}
		}
	})
	for range 200 {
		l, err := listen("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
	}
	close(end)
	watch.Wait()
}

func TestAddresses(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "localhost:0", ":0", "[::1]:0"} {
		if l, err := net.Listen("tcp", address); err != nil {
			t.Logf("no %s here: %v", address, err)
			continue
		} else {
			l.Close()
		}
		r := echoRouter(t, Config{Network: "tcp", Address: address})
		roundTrip(t, dial(t, Dialler{Type: TypeDealer}, r.Addr()), texts(address))
	}
}
