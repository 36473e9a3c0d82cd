package notebook

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"unfold/dsl/cell"
	"unfold/engine"
)

// toy is a language whose cells are calls, a line each, and the renderer of
// its values:
//
//	show(X)       displays X          put(ID, X)   displays X under an id
//	say(X) err(X) print X and a line  clear() wait()  clear the outputs
//	tell()        reports progress    ask()        asks for input
//	later()       prints from a goroutine that outlives the cell
//	fail() refuse() crash() stop()    fail in four ways
//	value(X)      is the cell's result
type toy struct {
	cancel context.CancelFunc
	awake  chan func(string) // from later to wake
}

func (l toy) Eval(ctx context.Context, code string, out cell.Output) (value any, err error) {
	for line := range strings.Lines(code) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), "(")
		arg := strings.TrimSuffix(rest, ")")
		switch word {
		case "show":
			out.Display(arg, "")
		case "put":
			id, x, _ := strings.Cut(arg, ", ")
			out.Display(x, id)
		case "say":
			out.Stream("stdout", strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\b`, "\b").Replace(arg))
		case "err":
			out.Stream("stderr", arg)
		case "clear":
			out.Clear(false)
		case "wait":
			out.Clear(true)
		case "tell":
			out.Progress(engine.Progress{Stage: "isomap", Fraction: 0.5})
		case "ask":
			answer, err := out.Input("name? ", false)
			if err != nil {
				return nil, err
			}
			out.Stream("stdout", answer)
		case "later":
			l.awake <- func(s string) { out.Stream("stdout", s) }
		case "wake":
			(<-l.awake)(arg)
		case "fail":
			return nil, errors.New("it fails")
		case "refuse":
			return nil, refusal{}
		case "crash":
			panic("it crashes")
		case "stop":
			l.cancel()
			return nil, ctx.Err()
		case "value":
			value = arg
		}
	}
	return value, nil
}

func (toy) Render(value any) (data, metadata map[string]any) {
	if value == "" {
		return nil, nil
	}
	return map[string]any{"text/plain": fmt.Sprint(value), "image/png": []byte{1, 2, 3}}, map[string]any{"width": 4}
}

// refusal is a failure that describes itself.
type refusal struct{}

func (refusal) Error() string { return "unknown stage isomop" }
func (refusal) Kind() string  { return "StageError" }
func (refusal) Traceback(colour bool) []string {
	return []string{"cell, line 1", "unknown stage isomop"}
}
