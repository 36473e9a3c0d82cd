package interp

import (
	"os"
	"testing"
)

// TestProcessStreamsAreInOrder: what compiled packages write to the streams of the
// process stands among what the cell prints, on the stream it was written to.
func TestProcessStreamsAreInOrder(t *testing.T) {
	stdout, stderr := os.Stdout, os.Stderr
	s := newSession(t, Options{OwnsProcess: true})
	got := say(s, "In[1]", `import ("flag"; "fmt"; "go/ast")
fmt.Println("before")
ast.Print(nil, []int{7})
fmt.Println("between")
flag.CommandLine.SetOutput(nil)
fmt.Fprintln(flag.CommandLine.Output(), "usage")
fmt.Println("after")`)
	want := "before\n     0  []int (len = 1) {\n     1  .  0: 7\n     2  }\nbetween\n! usage\nafter\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if os.Stdout != stdout || os.Stderr != stderr {
		t.Error("the process has not got its streams back")
	}
}
