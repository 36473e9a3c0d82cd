package machine

import (
	"go/token"
	"io"
	"regexp"
	"strconv"
)

// Yaegi puts positions into its messages as text: file, line, column. All files
// have the same base name, by which it tells imports apart, so that an import
// once made holds in every file.

var positionPattern = regexp.MustCompile(`(\d+/_):(\d+):(\d+): ?`)

// AddFile tells the machine of a file whose syntax it will be given.
func (m *Machine) AddFile(f *token.File) {
	name := strconv.Itoa(len(m.files)) + "/_"
	m.files[name] = f
	m.yaegi.FileSet().AddFile(name, f.Base(), f.Size()).SetLines(f.Lines())
}

// A Refusal is what the interpreter has against a file.
type Refusal struct {
	Pos     token.Pos // invalid if it does not say where
	Message string
}

func (r *Refusal) Error() string { return r.Message }

func (m *Machine) refusal(err error) *Refusal {
	message := err.Error()
	r := &Refusal{Message: WithoutPositions(message)}
	if at := positionPattern.FindStringSubmatch(message); at != nil {
		r.Pos = m.position(at[1], at[2], at[3])
	}
	return r
}

// position finds a place in a file that the machine was told of.
func (m *Machine) position(file, line, column string) token.Pos {
	f := m.files[file]
	l, _ := strconv.Atoi(line)
	c, _ := strconv.Atoi(column)
	if f == nil || l < 1 || l > f.LineCount() {
		return token.NoPos
	}
	pos := f.LineStart(l) + token.Pos(c-1)
	if int(pos) > f.Base()+f.Size() {
		return token.NoPos
	}
	return pos
}

// WithoutPositions removes the interpreter's positions from its message.
func WithoutPositions(message string) string {
	return positionPattern.ReplaceAllString(message, "")
}

// HasPosition reports whether a message is the interpreter's own.
func HasPosition(message string) bool { return positionPattern.MatchString(message) }

// tracePattern is a line that the interpreter writes for every frame that a
// panic unwinds.
var tracePattern = regexp.MustCompile(`^(?:\d+/_|_|-):?(?:\d+:\d+)?: panic: .*\(\.\.\.\)\n?$`)

// A tracer passes on what is written to it but for those lines: a traceback says
// more.
type tracer struct{ to io.Writer }

func (t tracer) Write(p []byte) (int, error) {
	if tracePattern.Match(p) {
		return len(p), nil
	}
	return t.to.Write(p)
}
