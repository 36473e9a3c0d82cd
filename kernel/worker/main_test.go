package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"unfold/dsl/cell"
	"unfold/engine"
	"unfold/engine/early"
)

// asChild makes the test's program a child.
const asChild = "WORKER_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(asChild) {
	case "":
		os.Exit(m.Run())
	case "stillborn":
		fmt.Fprintln(os.Stderr, "no such disk")
		os.Exit(3)
	}
	memory, _ := strconv.ParseUint(os.Getenv("WORKER_TEST_MEMORY"), 10, 64)
	if err := Serve(Host{newToy(), plain{}, toJSON, memory}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func toJSON(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		text, _ = json.Marshal(fmt.Sprint(v))
	}
	return text
}

// plain draws text.
type plain struct{}

func (plain) Render(v any) (data, metadata map[string]any) {
	return map[string]any{"text/plain": fmt.Sprint(v)}, map[string]any{"drawn": os.Getpid() != parentPID()}
}

func parentPID() int {
	pid, _ := strconv.Atoi(os.Getenv("WORKER_TEST_PARENT"))
	return pid
}

// toy is a language of one command a cell. Its session is variables that are
// strings.
type toy struct {
	mu      sync.Mutex
	vars    map[string]string
	changes []cell.Memory
	hoard   [][]byte
}

func newToy() *toy { return &toy{vars: map[string]string{}} }

func (t *toy) Eval(ctx context.Context, code string, out cell.Output) (value any, err error) {
	n, _ := cell.Count(ctx)
	pprof.Do(ctx, pprof.Labels("unfold-cell", fmt.Sprintf("In[%d]·1", n)), func(ctx context.Context) {
		for line := range strings.Lines(code) {
			if value, err = t.command(ctx, strings.TrimSuffix(line, "\n"), out); err != nil {
				return
			}
		}
	})
	return value, err
}

func (t *toy) command(ctx context.Context, line string, out cell.Output) (any, error) {
	verb, rest, _ := strings.Cut(line, " ")
	number, _ := strconv.Atoi(rest)
	switch verb {
	case "":
	case "set":
		name, text, _ := strings.Cut(rest, " ")
		t.set(name, text, cell.Memory{Name: name, Text: "set " + name + " " + text})
	case "chan":
		t.set(rest, "", cell.Memory{Name: rest, Gone: "a channel"})
	case "get":
		t.mu.Lock()
		defer t.mu.Unlock()
		if v, ok := t.vars[rest]; ok {
			return v, nil
		}
		return nil, nil
	case "count":
		n, counts := cell.Count(ctx)
		return fmt.Sprint(n, counts), nil
	case "echo":
		return rest, nil
	case "next":
		return cell.Next{Text: rest}, nil
	case "help":
		return cell.Help{Text: rest}, nil
	case "pid":
		return os.Getpid(), nil
	case "ask":
		return out.Input(rest, false)
	case "askanyway":
		out.Input(rest, false)
		return "went on", ctx.Err()
	case "sleep":
		select {
		case <-time.After(time.Duration(number) * time.Millisecond):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	case "tidy": // leaves word that it has ended
		<-ctx.Done()
		return nil, os.WriteFile(rest, []byte("tidied"), 0o600)
	case "deaf":
		time.Sleep(time.Duration(number) * time.Millisecond)
	case "fail":
		return nil, failure{kind: "ToyFailure", summary: rest, details: []string{"why"}}
	default:
		known, err := t.say(ctx, out, verb, rest, number)
		if !known {
			known, err = t.misbehave(ctx, verb, rest, number)
		}
		if !known {
			return nil, errors.New("no command " + verb)
		}
		return nil, err
	}
	return nil, nil
}

// set keeps a value, and what would bring it back.
func (t *toy) set(name, text string, m cell.Memory) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.vars[name], t.changes = text, append(t.changes, m)
}

// say does the commands that print and show.
func (t *toy) say(ctx context.Context, out cell.Output, verb, rest string, number int) (known bool, err error) {
	switch verb {
	case "print":
		out.Stream("stdout", rest+"\n")
	case "warn":
		out.Stream("stderr", rest+"\n")
	case "raw": // past the protocol, as C does
		fmt.Fprintln(os.Stdout, rest)
	case "rawerr":
		fmt.Fprintln(os.Stderr, rest)
	case "flood":
		for i := range number {
			if i%1000 == 0 && ctx.Err() != nil {
				return true, ctx.Err()
			}
			out.Stream([]string{"stdout", "stderr"}[i/1000%2], fmt.Sprintf("line %d\n", i))
		}
	case "show":
		out.Display(rest, "id")
	case "clear":
		out.Clear(true)
	case "progress":
		out.Progress(engine.Progress{Stage: rest, Fraction: 0.5})
		time.Sleep(60 * time.Millisecond)
	case "picture":
		out.Progress(engine.Progress{Stage: "toy", Picture: rest})
		time.Sleep(60 * time.Millisecond)
	case "refine":
		asked, over := early.Begin(ctx)
		defer over()
		out.Stream("stdout", "begun\n")
		select {
		case <-asked:
			out.Stream("stdout", "ended early\n")
		case <-ctx.Done():
			return true, ctx.Err()
		}
	case "later":
		go func() {
			time.Sleep(30 * time.Millisecond)
			out.Stream("stdout", rest+"\n")
		}()
	default:
		return false, nil
	}
	return true, nil
}

// misbehave does the commands that hurt the process.
func (t *toy) misbehave(ctx context.Context, verb, rest string, number int) (known bool, err error) {
	switch verb {
	case "panic":
		panic(rest)
	case "gopanic":
		go func() { panic(rest) }()
		time.Sleep(time.Minute)
	case "latepanic":
		go func() {
			time.Sleep(50 * time.Millisecond)
			panic(rest)
		}()
	case "exit":
		os.Exit(number)
	case "nil":
		var p *toy
		go func() { p.vars = nil }()
		time.Sleep(time.Minute)
	case "race":
		m := map[int]int{}
		for range 4 {
			go func() {
				for {
					m[1]++
				}
			}()
		}
		time.Sleep(time.Minute)
	case "overflow":
		recurse(1)
	case "hoard":
		for ctx.Err() == nil {
			b := make([]byte, 1<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			t.hoard = append(t.hoard, b)
			time.Sleep(100 * time.Microsecond)
		}
		return true, ctx.Err()
	case "drop":
		t.hoard = nil
	case "poison": // what cannot be restored
		t.changes = append(t.changes, cell.Memory{Name: "poison", Text: "exit 7"})
	default:
		return false, nil
	}
	return true, nil
}

func recurse(n int) int { return recurse(n+1) + n }

func (t *toy) Complete(code string, cursor int) cell.Completion {
	return cell.Completion{Start: 1, End: cursor, Items: []cell.Item{{Text: code, Type: "toy"}}}
}

func (t *toy) Inspect(code string, cursor, detail int) (cell.Help, bool) {
	return cell.Help{Text: fmt.Sprint(code, cursor, detail)}, true
}

func (t *toy) Pending(code string) (string, cell.Completeness) { return "\t", cell.Incomplete }

func (t *toy) Changes(time.Duration) []cell.Memory {
	t.mu.Lock()
	defer t.mu.Unlock()
	changes := t.changes
	t.changes = nil
	return changes
}

// Restore refuses to declare b before a.
func (t *toy) Restore(ctx context.Context, memories []cell.Memory) (lost []cell.Memory) {
	for _, m := range memories {
		if _, ok := t.vars["a"]; m.Name == "b" && !ok {
			lost = append(lost, cell.Memory{Name: m.Name, Gone: "there is no a"})
			continue
		}
		t.Eval(ctx, m.Text, nil)
	}
	return lost
}

// a recorder is an output that writes down what it is told.
type recorder struct {
	mu     sync.Mutex
	text   strings.Builder
	answer func(prompt string) (string, error)
}

func (r *recorder) add(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(&r.text, format, args...)
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

func (r *recorder) Stream(name, text string) {
	if name == "stderr" {
		r.add("!%s", text)
		return
	}
	r.add("%s", text)
}
func (r *recorder) Display(v any, id string) { r.add("display %s %s\n", id, textOf(v)) }
func (r *recorder) Clear(wait bool)          { r.add("clear %v\n", wait) }
func (r *recorder) Progress(p engine.Progress) {
	r.add("progress %s %v\n", p.Stage, p.Fraction)
	if p.Picture != nil {
		r.add("%s\n", textOf(p.Picture))
	}
}
func (r *recorder) Input(prompt string, secret bool) (string, error) {
	return r.answer(prompt)
}

// textOf is the text of a bundle.
func textOf(v any) string {
	b, ok := v.(cell.Bundle)
	if !ok {
		return fmt.Sprint(v)
	}
	return fmt.Sprint(b.Data["text/plain"])
}

// front is a supervisor under test and the number of its next cell.
type front struct {
	*Supervisor
	t     *testing.T
	count int
}

// start returns a supervisor of toys.
func start(t *testing.T, memory uint64, env ...string) *front {
	t.Helper()
	s := New(Options{
		Memory: memory,
		Command: func() *exec.Cmd {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), asChild+"=1", fmt.Sprint("WORKER_TEST_PARENT=", os.Getpid()), fmt.Sprint("WORKER_TEST_MEMORY=", memory))
			cmd.Env = append(cmd.Env, env...)
			return cmd
		},
		Fault: func(err error) { t.Logf("log: %.300s", err) },
	})
	t.Cleanup(s.Close)
	return &front{Supervisor: s, t: t}
}

// run runs a cell and returns what it said and how it ended.
func (f *front) run(code string) (said, ended string) {
	f.t.Helper()
	return f.runContext(f.t.Context(), code)
}

func (f *front) runContext(ctx context.Context, code string) (said, ended string) {
	f.count++
	out := &recorder{}
	v, err := f.Eval(cell.WithCount(ctx, f.count), code, out)
	var failure cell.Failure
	switch {
	case errors.As(err, &failure):
		ended = strings.Join(failure.Traceback(false), "\n")
	case err != nil:
		ended = "error: " + err.Error()
	case v != nil:
		ended = textOf(v)
	}
	return out.String(), ended
}
