package evaluate

import (
	"fmt"
	"reflect"
	"strings"

	"unfold/engine"
	"unfold/engine/memo"
)

// keyOf hashes what write writes, and the version of the program with it, since
// another one may find other bits.
func keyOf(write func(h memo.Hasher)) memo.Key {
	return memo.KeyOf(func(h memo.Hasher) {
		h.Text(engine.Version)
		write(h)
	})
}

// tableKey hashes all that stages may know of a table.
func tableKey(t *engine.Table) memo.Key {
	return keyOf(func(h memo.Hasher) {
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
	})
}

// foldKey hashes the rows of a fold, in a table of the given content.
func foldKey(f engine.Fold, table memo.Key) memo.Key {
	return keyOf(func(h memo.Hasher) {
		h.Write(table[:])
		h.Counts(f.Train)
		h.Counts(f.Held)
		h.Counts(f.Unlabelled)
		h.Counts(f.Dealt)
		h.Text(fmt.Sprint(f.Dealt != nil, f.Transduced, f.Answers))
	})
}

// keyAfter is the key of what a step makes of the state with key k.
func keyAfter(k memo.Key, step string) memo.Key {
	return keyOf(func(h memo.Hasher) {
		h.Write(k[:])
		h.Text(step)
	})
}

// stepText writes the step so that equal texts mean equal work. There is no such
// text for a method that a program brings itself, nor for an argument that
// is a Go value.
func stepText(s engine.Step) (text string, ok bool) {
	if !s.Declared() {
		return "", false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", reflect.TypeOf(s.Method), s.Name())
	for _, p := range engine.ParamsOf(s.Method) {
		v := p.Value()
		switch v.(type) {
		case nil, int, float64, string, []string:
			fmt.Fprintf(&b, " %s=%#v", p.Name, v)
		default:
			return "", false
		}
	}
	return b.String(), true
}

// KeyOf tells what a pipeline gives by its text and by what identifies the rows
// behind it. There is no key where an argument is a Go value, whose content
// nobody knows, nor where the rows cannot be identified.
func KeyOf(p engine.Pipeline) (key memo.Key, ok bool) {
	var texts []string
	for _, s := range p.Steps {
		texts = append(texts, s.String())
		if f, ok := s.Method.(engine.Fingerprinter); ok {
			print, err := f.Fingerprint()
			if err != nil {
				return memo.Key{}, false
			}
			texts = append(texts, print)
			continue
		}
		for _, param := range engine.ParamsOf(s.Method) {
			if param.Type == engine.Any && param.Value() != nil {
				return memo.Key{}, false
			}
		}
	}
	return keyOf(func(h memo.Hasher) {
		for _, text := range texts {
			h.Text(text)
		}
	}), true
}
