package profile

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/wording"
)

// RemarkSpellings says which classes and levels of a table differ in case or blanks alone.
func RemarkSpellings(ctx context.Context, t *engine.Table) {
	remarkSpellings(ctx, t.Label, t.Classes)
	for _, column := range t.Columns {
		remarkSpellings(ctx, column.Name, column.Levels)
	}
}

// remarkSpellings says it of the levels of a column.
func remarkSpellings(ctx context.Context, column string, levels []string) {
	spellings := map[string][]string{}
	for _, level := range levels {
		key := strings.ToLower(strings.Join(strings.Fields(level), " "))
		spellings[key] = append(spellings[key], level)
	}
	var alike []string
	for _, level := range levels {
		key := strings.ToLower(strings.Join(strings.Fields(level), " "))
		if s := spellings[key]; len(s) > 1 && s[0] == level {
			alike = append(alike, fmt.Sprintf("%q", s))
		}
	}
	if len(alike) > 0 {
		engine.Remark(ctx, "%s has values that differ in case or blanks alone, and count as different: %s; lower=%q makes one of them", column, wording.Names(alike), column)
	}
}

// nameful is how many rows a column must tell apart to be taken for their names.
const nameful = 10

// identifierWords are words of what people call a column that names its rows.
var identifierWords = []string{"id", "ids", "index", "idx", "key", "uid", "uuid", "row", "rowid", "nr", "no", "number", "unnamed"}

// RemarkIdentifiers says which features name the rows rather than describe
// them: words of which each row has another, and whole numbers that do so and
// run by one or are called like names.
func RemarkIdentifiers(ctx context.Context, t *engine.Table) {
	if t.Len() < nameful {
		return
	}
	for c, column := range t.Columns {
		if isIdentifier(t, c) {
			engine.Remark(ctx, "%s has another value in each row, as names of rows have, and is learned from; features=%q leaves it out", column.Name, "-"+column.Name)
		}
	}
}

// isIdentifier reports whether column c names the rows.
func isIdentifier(t *engine.Table, c int) bool {
	column := t.Columns[c]
	if column.Levels != nil {
		return len(column.Levels) == t.Len()
	}
	words := strings.FieldsFunc(strings.ToLower(column.Name), func(c rune) bool { return c < 'a' || c > 'z' })
	called := slices.ContainsFunc(words, func(word string) bool { return slices.Contains(identifierWords, word) })
	running := true
	seen := make(map[float64]bool)
	for i := range t.Len() {
		v := t.X.At(i, c)
		running = running && (i == 0 || v == t.X.At(i-1, c)+1)
		if v != math.Trunc(v) || !running && (!called || seen[v]) { // NaN is unlike itself
			return false
		}
		if called {
			seen[v] = true
		}
	}
	return true
}
