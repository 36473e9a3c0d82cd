package kerneltest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"unfold/dsl/cell"
	"unfold/engine"
	"unfold/engine/early"
	"unfold/kernel"
)

// Toy is a language whose cells are commands, one a line:
//
//	echo TEXT           gives TEXT as the value of the cell
//	print TEXT          prints TEXT and a line end; warn does so to stderr
//	repeat N TEXT       prints TEXT and a line end N times
//	display ID TEXT     shows TEXT under ID, or without one if ID is "-"
//	clear, clear wait   removes what was shown
//	sleep MS            waits, unless interrupted
//	work MS             reports progress every 20 ms for so long
//	refine MS           does so with a picture, and gives how it ended: it can early
//	later MS TEXT       prints TEXT after so long, cell over or not
//	hold TEXT           prints TEXT, cell over or not, when a cell says release
//	ask PROMPT          asks for a line and gives it as the value
//	secret PROMPT       does so without showing what is typed
//	fail TEXT           fails with TEXT; plainly fails with an ordinary error
//	panic TEXT          panics
//	nan                 gives a value with a number that JSON cannot hold
//	bundle TEXT         gives TEXT as a value that is drawn already
//	help TEXT           gives TEXT as help
//	next TEXT           proposes TEXT as the next cell; replace, in place of this
//	count               gives the number of the cell
//	stick               goes on until the language is stopped
//
// It opens comms for the target "echo", which say what they hear.
type Toy struct {
	held    chan chan struct{} // a goroutine on hold takes what it is to close
	stopped chan struct{}      // takes a token for each cell that sticks
}

// NewToy returns the language in its initial state.
func NewToy() *Toy {
	return &Toy{held: make(chan chan struct{}), stopped: make(chan struct{})}
}

// words are the commands, in alphabetical order.
var words = []string{
	"ask", "bundle", "clear", "count", "display", "echo", "fail", "help", "hold",
	"later", "nan", "next", "panic", "plainly", "print", "refine", "release", "repeat",
	"replace", "secret", "sleep", "stick", "warn", "work",
}

// A ToyFailure is how a Toy cell fails.
type ToyFailure string

func (f ToyFailure) Error() string { return string(f) }

// Kind is "ToyFailure".
func (f ToyFailure) Kind() string { return "ToyFailure" }

// Traceback is one line.
func (f ToyFailure) Traceback(colour bool) []string {
	if colour {
		return []string{"\x1b[31mtoy\x1b[0m: " + string(f)}
	}
	return []string{"toy: " + string(f)}
}

// Eval runs a cell.
func (t *Toy) Eval(ctx context.Context, code string, out cell.Output) (value any, err error) {
	for _, line := range strings.Split(code, "\n") {
		if value, err = t.command(ctx, line, out); err != nil {
			return nil, err
		}
	}
	return value, nil
}

func (t *Toy) command(ctx context.Context, line string, out cell.Output) (any, error) {
	verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	first, text, _ := strings.Cut(rest, " ")
	number, _ := strconv.Atoi(first)
	span := time.Duration(number) * time.Millisecond
	switch verb {
	case "":
	case "print":
		out.Stream("stdout", rest+"\n")
	case "warn":
		out.Stream("stderr", rest+"\n")
	case "repeat":
		for range number {
			out.Stream("stdout", text+"\n")
		}
	case "display":
		if first == "-" {
			first = ""
		}
		out.Display(text, first)
	case "clear":
		out.Clear(rest == "wait")
	case "sleep":
		return nil, wait(ctx, span)
	case "work":
		for done := time.Duration(0); done < span; done += 20 * time.Millisecond {
			out.Progress(engine.Progress{Stage: "toy", Fraction: float64(done) / float64(span)})
			if err := wait(ctx, 20*time.Millisecond); err != nil {
				return nil, err
			}
		}
	case "later":
		go func() {
			time.Sleep(span)
			out.Stream("stdout", text+"\n")
		}()
	case "hold":
		go func() {
			printed := <-t.held
			out.Stream("stdout", rest+"\n")
			close(printed)
		}()
	case "release":
		printed := make(chan struct{})
		t.held <- printed
		<-printed
	default:
		return t.answer(ctx, verb, rest, out)
	}
	return nil, nil
}

// answer does the commands that give a value or an error.
func (t *Toy) answer(ctx context.Context, verb, rest string, out cell.Output) (any, error) {
	switch verb {
	case "echo":
		return rest, nil
	case "ask", "secret":
		return out.Input(rest, verb == "secret")
	case "fail":
		return nil, ToyFailure(rest)
	case "plainly":
		return nil, errors.New(rest)
	case "panic":
		panic(rest)
	case "nan":
		return notANumber{}, nil
	case "bundle":
		return cell.Bundle{Data: map[string]any{"text/plain": rest, "text/html": "<b>" + rest + "</b>"}}, nil
	case "help":
		return cell.Help{Text: rest}, nil
	case "next", "replace":
		return cell.Next{Text: rest, Replace: verb == "replace"}, nil
	case "count":
		n, _ := cell.Count(ctx)
		return n, nil
	case "refine":
		ms, _ := strconv.Atoi(rest)
		return refine(ctx, out, time.Duration(ms)*time.Millisecond)
	case "stick":
		<-t.stopped
		return nil, ToyFailure("stopped")
	}
	return nil, ToyFailure(fmt.Sprintf("no command %q", verb))
}

// refine works for a span, or until it has an early end.
func refine(ctx context.Context, out cell.Output, span time.Duration) (any, error) {
	asked, over := early.Begin(ctx)
	defer over()
	for done := time.Duration(0); done < span; done += 20 * time.Millisecond {
		out.Progress(engine.Progress{Stage: "toy", Fraction: float64(done) / float64(span), Picture: fmt.Sprintf("picture at %v", done)})
		select {
		case <-asked:
			return "early", nil
		default:
		}
		if err := wait(ctx, 20*time.Millisecond); err != nil {
			return nil, err
		}
	}
	return "done", nil
}

// Stop ends the cells that stick.
func (t *Toy) Stop() {
	for {
		select {
		case t.stopped <- struct{}{}:
		default:
			return
		}
	}
}

// Converse opens a comm for the target "echo".
func (*Toy) Converse(target string, first kernel.Talk, say func(kernel.Talk)) kernel.Comm {
	if target != "echo" {
		return nil
	}
	return toyComm{say}
}

type toyComm struct{ say func(kernel.Talk) }

func (c toyComm) Hear(t kernel.Talk)  { c.say(t) }
func (c toyComm) Close(t kernel.Talk) { c.say(t) }

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Complete completes the command under the cursor.
func (*Toy) Complete(code string, cursor int) cell.Completion {
	before := []rune(code)[:cursor]
	start := cursor
	for start > 0 && before[start-1] != ' ' && before[start-1] != '\n' {
		start--
	}
	c := cell.Completion{Start: start, End: cursor}
	for _, w := range words {
		if strings.HasPrefix(w, string(before[start:])) {
			c.Items = append(c.Items, cell.Item{Text: w, Type: "keyword"})
		}
	}
	return c
}

// Inspect explains the command before the cursor.
func (*Toy) Inspect(code string, cursor, detail int) (cell.Help, bool) {
	fields := strings.Fields(string([]rune(code)[:cursor]))
	if len(fields) == 0 || !slices.Contains(words, fields[len(fields)-1]) {
		return cell.Help{}, false
	}
	word := fields[len(fields)-1]
	return cell.Help{
		Text:     fmt.Sprintf("%s is a command of the toy language (%d)", word, detail),
		Markdown: "`" + word + "` is a command of the toy language",
	}, true
}

// Pending takes a cell that ends in a backslash for unfinished, and one that
// begins with a question mark for hopeless.
func (*Toy) Pending(code string) (indent string, c cell.Completeness) {
	switch {
	case strings.HasPrefix(code, "?"):
		return "", cell.Invalid
	case strings.HasSuffix(code, `\`):
		return "  ", cell.Incomplete
	}
	return "", cell.Complete
}
