package interp

import (
	"strings"
	"testing"
)

// TestCallersAreTold: whatever asks where it is called from learns the line of the
// cell, through functions with several values, methods, literals, deferred calls,
// and methods that were taken as values.
func TestCallersAreTold(t *testing.T) {
	s := newSession(t, Options{})
	got := say(s, "In[1]", `import ("fmt"; "log"; "log/slog"; "os"; "runtime")
func where(skip int) { _, file, line, ok := runtime.Caller(skip); fmt.Println(file, line, ok) }
func logf(format string, args ...any) { log.Output(2, fmt.Sprintf(format, args...)) }
func deferring() {
	defer fmt.Println("left")
	where(1)
}
type T struct{}
func (T) M() { logf("method %d", 2) }
log.SetFlags(log.Lshortfile)
log.SetOutput(os.Stdout)
where(0)
where(1)
func() { where(1); where(2) }()
deferring()
T{}.M()
log.Println("standard")
l := log.New(os.Stdout, "p ", log.Lshortfile|log.Lmsgprefix)
l.Printf("own")
p := l.Println
p("value")
text := &slog.HandlerOptions{AddSource: true, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey { return slog.Attr{} }
	return a
}}
slog.New(slog.NewTextHandler(os.Stdout, text)).Info("x")
slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stdout, text)))
slog.Info("y")`)
	want := `In[1] 2 true
In[1] 13 true
In[1] 14 true
In[1] 14 true
In[1] 6 true
left
In[1]:9: method 2
In[1]:17: standard
In[1]:19: p own
In[1]:21: p value
level=INFO source=In[1]:26 msg=x
{"level":"INFO","source":{"function":"main.main","file":"In[1]","line":28},"msg":"y"}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestUnknownCallersAreNotInvented: behind compiled code that does not ask, nobody
// knows who has called.
func TestUnknownCallersAreNotInvented(t *testing.T) {
	s := newSession(t, Options{})
	got := say(s, "In[1]", `import ("fmt"; "runtime"; "slices")
slices.SortFunc([]int{2, 1}, func(a, b int) int {
	_, _, first, known := runtime.Caller(0)
	_, _, second, further := runtime.Caller(2)
	fmt.Println(first, known, second, further)
	return a - b
})
fmt.Println(runtime.Callers(0, make([]uintptr, 9)))`)
	if !strings.HasPrefix(got, "3 true 0 false\n") || !strings.HasSuffix(got, "\n0\n") {
		t.Errorf("got %q", got)
	}
}
