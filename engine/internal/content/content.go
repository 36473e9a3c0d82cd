// Package content tells tables, folds and steps by their content: keys under which
// a memo keeps what was made of them. It imports the vocabulary of the engine, and
// its memo. Start at [Table].
package content

import (
	"fmt"
	"reflect"
	"strings"

	"unfold/engine"
	"unfold/engine/memo"
)

// Key hashes what write writes, and the version of the program with it, since
// another one may find other bits.
func Key(write func(h memo.Hasher)) memo.Key {
	return memo.KeyOf(func(h memo.Hasher) {
		h.Text(engine.Version)
		write(h)
	})
}

// Table hashes all that stages may know of a table.
func Table(t *engine.Table) memo.Key {
	return Key(func(h memo.Hasher) {
		n, d := t.X.Dims()
		h.Count(n)
		h.Count(d)
		for i := range n {
			h.Numbers(t.X.RawRowView(i))
		}
		h.Count(len(t.Columns))
		for _, c := range t.Columns {
			h.Text(c.Name)
			h.Text(fmt.Sprintf("%q", c.Levels))
		}
		h.Text(t.Label)
		h.Text(fmt.Sprintf("%q", t.Classes))
		h.Text(fmt.Sprint(t.HasClasses(), t.HasResponse()))
		h.Counts(t.Labels)
		h.Numbers(engine.Flat(t.Response))
		h.Counts(t.Rows)
		h.Text(fmt.Sprintf("%q", t.Aside.Columns))
		h.Numbers(engine.Flat(t.Aside.X))
	})
}

// Fold hashes the rows of a fold, in a table of the given content.
func Fold(f engine.Fold, table memo.Key) memo.Key {
	return Key(func(h memo.Hasher) {
		h.Write(table[:])
		h.Counts(f.Train)
		h.Counts(f.Held)
		h.Counts(f.Unlabelled)
		h.Counts(f.Dealt)
		h.Text(fmt.Sprint(f.Dealt != nil, f.Transduced, f.Answers))
	})
}

// After is the key of what a step makes of the state with key k.
func After(k memo.Key, step string) memo.Key {
	return Key(func(h memo.Hasher) {
		h.Write(k[:])
		h.Text(step)
	})
}

// Text writes the step so that equal texts mean equal work. There is no such
// text for a method that a program brings itself, nor for an argument that
// is a Go value. What its fingerprint tells of files is a part of it.
func Text(s engine.Step) (text string, ok bool) {
	if !s.Declared() {
		return "", false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", reflect.TypeOf(s.Method), s.Name())
	for _, p := range engine.ParamsOf(s.Method) {
		v := p.Value()
		switch v := v.(type) {
		case nil, int, float64, string, []string:
			fmt.Fprintf(&b, " %s=%#v", p.Name, v)
		case engine.Method:
			inner, ok := Text(engine.Pipe(v).Steps[0])
			if !ok {
				return "", false
			}
			fmt.Fprintf(&b, " %s=(%s)", p.Name, inner)
		default:
			return "", false
		}
	}
	if f, is := s.Method.(engine.Fingerprinter); is {
		print, err := f.Fingerprint()
		if err != nil {
			return "", false
		}
		b.WriteString(" " + print)
	}
	return b.String(), true
}
