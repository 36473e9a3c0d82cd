package worker

import (
	"os"
	"os/exec"
	"testing"
)

// BenchmarkCell is what a cell costs that goes to a child and back: all that
// the second process adds.
func BenchmarkCell(b *testing.B) {
	s := New(Options{Command: func() *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), asChild+"=1")
		return cmd
	}})
	defer s.Close()
	out := &recorder{}
	for b.Loop() {
		if _, err := s.Eval(b.Context(), "echo x", out); err != nil {
			b.Fatal(err)
		}
	}
}
