package browser

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"unfold/kernel/kerneltest/program"
)

// A Server is Jupyter Notebook, at work for one test.
type Server struct {
	Folder      string   // of its notebooks
	Env         []string // under which it runs
	base, token string
	log         string // the file of what it says
}

// Address is that of a notebook in its folder.
func (s *Server) Address(name string) string {
	return s.base + "/notebooks/" + name + "?token=" + s.token
}

// Runtime is the folder where it puts the connection files of its kernels.
func (s *Server) Runtime() string {
	for _, setting := range s.Env {
		if folder, ok := strings.CutPrefix(setting, "JUPYTER_RUNTIME_DIR="); ok {
			return folder
		}
	}
	return ""
}

// StartServer starts Jupyter Notebook on an empty folder.
func StartServer(t *testing.T) *Server {
	t.Helper()
	jupyter, env := program.Jupyter(t, "notebook")
	folder := t.TempDir()
	port := freePort(t)
	// The server hears this machine only, for the time of the test.
	s := &Server{base: fmt.Sprintf("http://127.0.0.1:%d", port), token: "for-the-test", Folder: folder, Env: env, log: filepath.Join(t.TempDir(), "jupyter.log")}
	log, err := os.Create(s.log)
	if err != nil {
		t.Fatal(err)
	}
	process := exec.Command(jupyter, "notebook", "--no-browser", "--allow-root", "--ip=127.0.0.1", fmt.Sprint("--port=", port),
		"--NotebookApp.port_retries=0", "--NotebookApp.token="+s.token, "--notebook-dir="+folder)
	process.Env = append(os.Environ(), env...)
	process.Stdout, process.Stderr = log, log
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- process.Wait() }()
	t.Cleanup(func() {
		defer log.Close()
		_ = process.Process.Signal(syscall.SIGTERM) // it then shuts its kernels down
		select {
		case <-ended:
		case <-time.After(15 * time.Second):
			_ = process.Process.Kill()
			<-ended
		}
		if t.Failed() {
			t.Logf("Jupyter says:\n%s", s.Log(t))
		}
	})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		if reply, err := http.Get(s.base + "/api?token=" + s.token); err == nil {
			reply.Body.Close()
			return s
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("Jupyter ends at once: %v", err)
		default:
		}
		if time.Now().After(deadline) {
			t.Fatal("Jupyter does not answer within a minute")
		}
	}
}

// Log is what the server has logged so far.
func (s *Server) Log(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(s.log)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// freePort returns a port of this machine that nobody listens on.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
