package worker

import "unfold/dsl/cell"

var _ cell.Failure = failure{}

// A failure is how a cell ends that nothing in the child could answer for any
// more, or that was not let go on.
type failure struct {
	kind    string
	summary string // in one line
	details []string
	remedy  string // may be empty
}

func (f failure) Error() string { return f.summary }

// Kind is one word.
func (f failure) Kind() string { return f.kind }

// Traceback tells what happened, what came of it and what to do.
func (f failure) Traceback(colour bool) []string {
	paint := func(code, text string) string {
		if !colour {
			return text
		}
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
	lines := []string{paint("31;1", f.kind+": "+f.summary)}
	for _, d := range f.details {
		lines = append(lines, "  "+d)
	}
	if f.remedy != "" {
		lines = append(lines, "  "+paint("32", "remedy:")+" "+f.remedy)
	}
	return lines
}
