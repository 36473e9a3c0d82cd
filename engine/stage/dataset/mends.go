package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/internal/delimited"
	"unfold/engine/remedy"
)

// A mend is what is done to the cells of a column before they are understood, in words
// that a model keeps, so that new rows are mended alike: "lower", "Y=yes", "-999=" for a
// cell that is missing, and "called PRICE" for the name that a file has for it.
type mend = string

const (
	lowerCase = "lower"
	calledBy  = "called "
)

// mendAll renames columns and mends their cells as rename=, lower= and replace= say. What
// na= names is missing already, and is kept for new rows.
func (l *Load) mendAll(g *grid) error {
	if err := l.rename(g); err != nil {
		return err
	}
	lower, err := g.findAll("lower", l.Lower)
	if err != nil {
		return err
	}
	for _, c := range lower {
		g.columns[c].mends = append(g.columns[c].mends, lowerCase)
	}
	used := make([]bool, len(l.Replace))
	for c := range g.columns {
		column := &g.columns[c]
		for i, rule := range l.Replace {
			scope, rule := g.scopeOf(strings.TrimSpace(rule))
			if !strings.Contains(rule, "=") {
				return &engine.Error{Param: "replace", Cause: fmt.Sprintf("%q says not what a cell is to be", rule), Remedy: remedy.Set("replace", "old=new")}
			}
			if scope < 0 || scope == c {
				used[i] = used[i] || g.holds(c, rule)
				column.mends = append(column.mends, rule)
			}
		}
		g.mend(c, column.mends)
		for _, word := range l.NA {
			if word != "only" {
				column.mends = append(column.mends, word+"=")
			}
		}
	}
	if i := slices.Index(used, false); i >= 0 {
		return &engine.Error{Param: "replace", Cause: fmt.Sprintf("no cell is what %q replaces", l.Replace[i]), Remedy: remedy.Say("check how the cell is written: case and blanks count, and lower= comes first")}
	}
	return nil
}

// rename gives columns the names that rename= has for them.
func (l *Load) rename(g *grid) error {
	for _, rule := range l.Rename {
		from, to, ok := strings.Cut(rule, "=")
		if from, to = strings.TrimSpace(from), strings.TrimSpace(to); !ok || to == "" {
			return &engine.Error{Param: "rename", Cause: fmt.Sprintf("%q is no pair of names", rule), Remedy: remedy.Set("rename", "old=new")}
		}
		c, err := g.find("rename", from)
		if err != nil {
			return err
		}
		if other := g.position(to); other >= 0 && other != c {
			return &engine.Error{Param: "rename", Cause: fmt.Sprintf("there is a column %q already", to), Remedy: remedy.Say("give another name")}
		}
		g.columns[c].mends = append(g.columns[c].mends, calledBy+g.columns[c].name)
		g.columns[c].name = to
	}
	return nil
}

// scopeOf takes the name of a column off a rule, "region: NYC=New York"; −1 if it is of all
// columns.
func (g *grid) scopeOf(rule string) (c int, rest mend) {
	if name, rest, ok := strings.Cut(rule, ":"); ok {
		if c := g.position(strings.TrimSpace(name)); c >= 0 {
			return c, strings.TrimSpace(rest)
		}
	}
	return -1, rule
}

// holds reports whether a cell of column c, mended as far as it is so far, is what a rule
// replaces.
func (g *grid) holds(c int, rule mend) bool {
	from, _, _ := strings.Cut(rule, "=")
	column := &g.columns[c]
	if slices.ContainsFunc(column.words, func(word string) bool { return mended(word, column.mends) == from }) {
		return true
	}
	v, ok := delimited.ParseNumber([]byte(from))
	return ok && slices.Contains(g.numbers(c), v)
}

// mended is a word after the rules, one after the other.
func mended(word string, rules []mend) string {
	for _, rule := range rules {
		from, to, replaces := strings.Cut(rule, "=")
		switch {
		case rule == lowerCase:
			word = strings.ToLower(strings.Join(strings.Fields(word), " "))
		case replaces && word == from && !strings.HasPrefix(rule, calledBy):
			word = to
		}
	}
	return word
}

// mend reads the cells of column c anew after its rules. Numbers are replaced by their
// values, so that 1=yes is of 1.0 too.
func (g *grid) mend(c int, rules []mend) {
	column, d := &g.columns[c], len(g.columns)
	numbers := map[float64]string{}
	for _, rule := range rules {
		from, to, _ := strings.Cut(rule, "=")
		if v, ok := delimited.ParseNumber([]byte(from)); ok && !math.IsNaN(v) {
			numbers[v] = to
		}
	}
	if len(numbers) == 0 && (column.spoken == 0 || !slices.ContainsFunc(column.words, func(word string) bool { return mended(word, rules) != word })) {
		return
	}
	words, of := column.words, column.word
	column.words, column.number, column.word, column.spoken = nil, nil, nil, 0
	for row := range g.rows() {
		at := row*d + c
		var cell string
		switch to, replaced := numbers[g.cells[at]]; {
		case row < len(of) && of[row] > 0:
			cell = mended(words[of[row]-1], rules)
		case replaced:
			cell = to
		default:
			continue
		}
		g.cells[at] = math.NaN()
		_ = g.set(row, c, []byte(strings.TrimSpace(cell))) // what marks decimals has been settled
	}
}

// mendAsLearned renames the columns of new rows and mends their cells as those were that
// were learned from.
func (g *grid) mendAsLearned(h *engine.Header) {
	for _, was := range h.Columns {
		for _, rule := range was.Mends {
			old, renamed := strings.CutPrefix(rule, calledBy)
			if c := g.position(old); renamed && c >= 0 && g.position(was.Name) < 0 {
				g.columns[c].name = was.Name
			}
		}
		if c := g.position(was.Name); c >= 0 {
			g.mend(c, was.Mends)
		}
	}
}
