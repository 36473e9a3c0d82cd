package corpus

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var (
	update = flag.Bool("update", false, "ask go run for what programs should say, where it is not known")
	verify = flag.Bool("verify", false, "ask go run for what all programs should say, and compare")
)

// TestOracle builds the programs of each category together, in a module that
// may import what this one may, and runs each.
func TestOracle(t *testing.T) {
	if !*update && !*verify {
		t.Skip("asks the Go toolchain only with -update or -verify")
	}
	for category, list := range categories(t) {
		t.Run(category, func(t *testing.T) {
			var asked []*program
			for _, p := range list {
				if *verify || !p.known {
					asked = append(asked, p)
				}
			}
			if len(asked) == 0 {
				return
			}
			dir := build(t, asked)
			for _, p := range asked {
				got := launch(t, filepath.Join(dir, p.name), p.stdin).String()
				switch {
				case !p.known:
					p.want, p.known = got, true
				case p.want != got:
					t.Errorf("%s says\n%s\nand not\n%s", p, got, p.want)
				}
			}
			if *update {
				if err := record(category, list); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// build compiles programs and returns where they are.
func build(t *testing.T, list []*program) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), strings.Replace(string(text), "module unfold", "module corpus", 1))
	}
	bin := filepath.Join(dir, "bin")
	args := []string{"build", "-ldflags=-s -w", "-o", bin + string(filepath.Separator)}
	for _, p := range list {
		source := p.source
		if source == "" {
			source = join(p.cells)
		}
		write(t, filepath.Join(dir, p.name, "main.go"), source)
		args = append(args, "./"+p.name)
	}
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return bin
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// launch runs a program as go run would.
func launch(t *testing.T, path, stdin string) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(path)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	o := outcome{stdout: stdout.String(), stderr: stderr.String()}
	if exit == nil {
		return o
	}
	o.end = fmt.Sprintf("exit status %d", exit.ExitCode())
	if i := strings.Index(o.stderr, "panic: "); i >= 0 && exit.ExitCode() == 2 {
		o.stderr, o.end = o.stderr[:i], lastPanic(o.stderr[i:])
	}
	return o
}

// lastPanic is the panic that ended a program: of a chain, in which one was
// recovered or overtaken by the next, the last.
func lastPanic(text string) string {
	for _, trace := range []string{"\n\ngoroutine ", "\n[signal "} {
		text, _, _ = strings.Cut(text, trace)
	}
	if i := strings.LastIndex(text, "\n\tpanic: "); i >= 0 {
		text = text[i+2:]
	}
	return text
}
