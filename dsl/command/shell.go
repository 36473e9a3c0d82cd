package command

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"unfold/dsl/cell"
)

func init() {
	register(&Command{
		Name: "!", Usage: "!command", Takes: Shell, Line: true,
		Summary:  "runs a line in the shell; what it leaves in the background ends with it",
		Complete: completeFiles,
		Run: func(ctx context.Context, c *Call) (any, error) {
			if c.rest() == "" {
				return nil, c.fault(Extent{}, "there is nothing to run", "write !ls")
			}
			return nil, c.program(ctx, shell(c.rest()))
		},
	}, &Command{
		Name: "$", Usage: "$program arguments", Takes: Shell, Line: true,
		Summary:  "runs a program with arguments, cut at space, without a shell between",
		Complete: completeFiles,
		Run: func(ctx context.Context, c *Call) (any, error) {
			fields := strings.Fields(c.rest())
			if len(fields) == 0 {
				return nil, c.fault(Extent{}, "there is nothing to run", "write $git status")
			}
			return nil, c.program(ctx, fields)
		},
	}, &Command{
		Name: "bash", Usage: "%%bash", Whole: true,
		Summary: "runs the cell below it in bash",
		Run: func(ctx context.Context, c *Call) (any, error) {
			return nil, c.program(ctx, []string{"bash", "-c", c.body()})
		},
	}, &Command{
		Name: "sh", Usage: "%%sh", Whole: true,
		Summary: "runs the cell below it in the shell",
		Run: func(ctx context.Context, c *Call) (any, error) {
			return nil, c.program(ctx, shell(c.body()))
		},
	})
}

// grace is how long a program that has been asked to end may take.
const grace = 50 * time.Millisecond

// program runs a program with its own process group, passes on what it writes
// as it does so, and leaves nothing of it behind: when it ends, or the cell is
// interrupted, the whole group does.
func (c *Call) program(ctx context.Context, words []string) error {
	path, err := exec.LookPath(words[0])
	if err != nil {
		return c.fault(Extent{}, words[0]+" is not installed, or not on the PATH", "look with !command -v "+words[0]+"; %env tells the PATH")
	}
	out, faults := &passing{out: c.Out, stream: "stdout"}, &passing{out: c.Out, stream: "stderr"}
	program := exec.CommandContext(ctx, path, words[1:]...)
	program.Args[0] = words[0]
	program.WaitDelay = grace
	err = runGroup(program, out, faults)
	out.flush()
	faults.flush()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
		return nil
	case errors.As(err, &exit) && exit.ExitCode() == 127 && c.Name == "!":
		return c.fault(Extent{}, "exit status 127: the shell does not know the command", "for Go's negation put parentheses around: (!"+firstField(c.rest())+")")
	case errors.As(err, &exit):
		return c.fault(Extent{}, fmt.Sprint(exit), "what it wrote on stderr may tell why; with !, || true lets the cell go on")
	}
	return c.fault(Extent{}, err.Error(), "")
}

func firstField(text string) string {
	if fields := strings.Fields(text); len(fields) > 0 {
		return fields[0]
	}
	return text
}

// passing writes to a stream of a cell. A character that two writes share is
// passed on with the second.
type passing struct {
	out    cell.Output
	stream string
	mu     sync.Mutex
	held   []byte
}

// Write implements io.Writer.
func (p *passing) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.held = append(p.held, b...)
	whole := len(p.held)
	for back := 1; back < utf8.UTFMax && back <= len(p.held); back++ {
		if at := len(p.held) - back; utf8.RuneStart(p.held[at]) {
			if !utf8.FullRune(p.held[at:]) {
				whole = at
			}
			break
		}
	}
	if whole > 0 {
		p.out.Stream(p.stream, strings.ToValidUTF8(string(p.held[:whole]), "\uFFFD"))
	}
	p.held = append(p.held[:0], p.held[whole:]...)
	return len(b), nil
}

// flush passes on what is left of a character that never ended.
func (p *passing) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.held) > 0 {
		p.out.Stream(p.stream, strings.ToValidUTF8(string(p.held), "\uFFFD"))
		p.held = nil
	}
}
