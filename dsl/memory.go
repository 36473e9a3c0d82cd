package dsl

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl/cell"
	"unfold/dsl/diag"
	"unfold/dsl/interp/journal"
	"unfold/dsl/lower"
	"unfold/engine"
)

// matrixLimit is how many numbers a matrix may have that is written down.
const matrixLimit = 4096

// Changes returns what has changed since it was last called, see
// cell.Rememberer. Pipelines are written as sentences.
func (s *Session) Changes(patience time.Duration) []cell.Memory {
	mat, _ := s.golang.Lookup("mat")
	all := s.golang.Changes(func(v reflect.Value) (text, gone string) { return literal(v, mat.Type) }, patience)
	list := s.process.Changes()
	for _, m := range all {
		if m.Cell == preludeName {
			continue // every session has it
		}
		s.mu.Lock()
		m.Text = lower.Raise(m.Text, s.sites)
		s.mu.Unlock()
		list = append(list, m)
	}
	return list
}

// Restore declares memories of another session, quietly, and returns those
// that could not be, with the reason in Gone.
func (s *Session) Restore(ctx context.Context, memories []cell.Memory) (lost []cell.Memory) {
	pages := map[string]knownLines{}
	memories, astray := s.process.Restore(memories)
	lost = journal.Restore(ctx, memories, func(name, text string) error {
		s.remember(name, text)
		_, err := s.evalGo(ctx, name, text, discard{})
		if err == nil {
			pages[name] = pages[name].fill(text)
		}
		return err
	})
	for name, p := range pages {
		s.remember(name, strings.Join(p, "\n"))
	}
	return append(astray, lost...)
}

// remember keeps the text of a cell, to quote from.
func (s *Session) remember(name, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sources[name] = diag.NewSource(name, text)
}

// knownLines are the lines of a cell as far as they are known.
type knownLines []string

// fill fills in lines where there are none.
func (p knownLines) fill(text string) knownLines {
	for i, line := range strings.Split(text, "\n") {
		switch {
		case i >= len(p):
			p = append(p, line)
		case strings.TrimSpace(p[i]) == "":
			p[i] = line
		}
	}
	return p
}

// literal writes a value that Go has no literal for as a cell would say it. The
// package of matrices goes by the name mat, if that is its path.
func literal(v reflect.Value, path string) (text, gone string) {
	switch x := v.Interface().(type) {
	case *Pipeline:
		if x == nil {
			return "", ""
		}
		for _, step := range x.steps {
			if step.HoldsValue() {
				return "", "a pipeline that holds a Go value"
			}
		}
		return x.String(), ""
	case Result:
		if v.Kind() != reflect.Pointer || !v.IsNil() {
			return "", "results, which take running"
		}
	case *engine.Report:
		if x != nil {
			return "", "results, which take running"
		}
	case *mat.Dense:
		if x == nil || x.IsEmpty() {
			return "", ""
		}
		rows, columns := x.Dims()
		if rows*columns > matrixLimit || path != matrixPath {
			return "", fmt.Sprintf("a matrix of %d×%d", rows, columns)
		}
		numbers := make([]string, 0, rows*columns)
		for i := range rows {
			for j := range columns {
				numbers = append(numbers, strconv.FormatFloat(x.At(i, j), 'g', -1, 64))
			}
		}
		list := strings.Join(numbers, ", ")
		if strings.ContainsAny(list, "NI") { // NaN and Inf are no literals
			return "", "a matrix with numbers that have no literal"
		}
		return fmt.Sprintf("mat.NewDense(%d, %d, []float64{%s})", rows, columns, list), ""
	}
	return "", ""
}

// matrixPath is where matrices come from.
const matrixPath = "gonum.org/v1/gonum/mat"

var _ cell.Rememberer = (*Session)(nil)
