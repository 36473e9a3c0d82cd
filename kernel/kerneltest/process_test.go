package kerneltest

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"unfold/kernel/wire"
)

// A kernel whose server has died must not live on. A shell stands for the
// server: it starts the kernel, and ends when its input does.
func TestOrphanEnds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process keeps its parent's id here")
	}
	server, err := wire.Listen(wire.Loopback(), func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	at := server.Connection()
	server.Close(0) // its ports are free now, and very likely stay so
	file := filepath.Join(t.TempDir(), "connection.json")
	if err := at.Write(file); err != nil {
		t.Fatal(err)
	}

	shell := exec.Command("/bin/sh", "-c", `"$0" "$1" & read line`, os.Args[0], file)
	shell.Env = append(os.Environ(), serveToy+"=1", "JPY_PARENT_PID=1")
	in, err := shell.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := shell.StdoutPipe() // the kernel holds it open as long as it lives
	if err != nil {
		t.Fatal(err)
	}
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	for {
		client, err := wire.Dial(at, "me")
		if err == nil {
			client.Close()
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	in.Close()
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Error(err)
	}
	shell.Wait()
}
