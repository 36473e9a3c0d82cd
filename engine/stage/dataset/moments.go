package dataset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/internal/calendar"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// orders are the answers to dates=.
var orders = map[string]calendar.Form{"": "", "auto": "", "ymd": calendar.Date, "dmy": calendar.DayFirst, "mdy": calendar.MonthFirst}

// readTruth makes numbers of the words of column c, 1 and 0, if they are true and false.
func (g *grid) readTruth(c int) {
	column := &g.columns[c]
	if column.spoken == 0 || g.hasBareNumbers(c) {
		return
	}
	values := make([]float64, len(column.words))
	for i, word := range column.words {
		if !isTruth(word) {
			return
		}
		if strings.EqualFold(word, "true") {
			values[i] = 1
		}
	}
	column.truth = true
	g.replace(c, values)
}

func isTruth(word string) bool {
	return strings.EqualFold(word, "true") || strings.EqualFold(word, "false")
}

// readMoments makes days of the words of column c, if all of them are dates or times of
// day that agree on the order of day and month.
func (g *grid) readMoments(c int) {
	column := &g.columns[c]
	if column.spoken == 0 || column.form == "" && g.hasBareNumbers(c) {
		return
	}
	known := g.dates
	if known == "" && column.like != nil {
		known = calendar.Of(*column.like).Order()
	}
	switch readings := calendar.Read(column.words, known); {
	case len(readings) > 1:
		column.open = readings
	case len(readings) == 1 && (column.form == "" || (column.form == calendar.Clock) == (readings[0].Form == calendar.Clock)):
		column.form, column.zoned = readings[0].Form, readings[0].Zoned
		g.replace(c, readings[0].Days)
	}
}

// hasBareNumbers reports whether some cells of column c are numbers as they stand.
func (g *grid) hasBareNumbers(c int) bool {
	return g.rows()-g.columns[c].absent-g.columns[c].spoken > 0
}

// strayAmongDates returns a word of column c that is no date where most of them are, −1
// if there is none.
func (g *grid) strayAmongDates(c int) int {
	column := &g.columns[c]
	const few = 3 // one date among two words may be a title
	if column.kind == declaredCategorical || len(column.words) < few || g.hasBareNumbers(c) {
		return -1
	}
	const some = 64
	dates, first := 0, column.words[:min(some, len(column.words))]
	for _, word := range first {
		if calendar.Looks(word) {
			dates++
		}
	}
	if 2*dates <= len(first) {
		return -1
	}
	if stray := slices.IndexFunc(column.words, func(word string) bool { return !calendar.Looks(word) }); stray >= 0 {
		return stray
	}
	return column.unlikeFirstDate()
}

// unlikeFirstDate finds a date that has no form together with the first.
func (column *cellColumn) unlikeFirstDate() int {
	return 1 + slices.IndexFunc(column.words[1:], func(word string) bool {
		return len(calendar.Read([]string{column.words[0], word}, "")) == 0
	})
}

// notDateError is the error of a column of dates that holds another word.
func (g *grid) notDateError(c, stray int) error {
	column := &g.columns[c]
	word := column.words[stray]
	return &engine.Error{
		Param:  "path",
		Cause:  fmt.Sprintf("%s: column %d (%s) holds %q, which is no date like %q", g.place(column.rowOf(stray)), c+1, column.name, word, column.words[(stray+1)%len(column.words)]),
		Remedy: remedy.Say("mend the cell").Or(remedy.Set("na", word).If("that means missing")).Or(remedy.Set("categorical", column.name)),
	}
}

// openDatesError is the error of dates that leave it open which number is the month.
func (g *grid) openDatesError(c int) error {
	column := &g.columns[c]
	at := 0
	for column.open[0].Days[at] == column.open[1].Days[at] {
		at++
	}
	var ways []string
	var words []any
	for _, r := range column.open {
		ways = append(ways, r.Form.Text(r.Days[at]))
		for _, word := range []string{"dmy", "mdy", "ymd"} {
			if orders[word] == r.Form {
				words = append(words, word)
			}
		}
	}
	return &engine.Error{
		Param:  "dates",
		Cause:  fmt.Sprintf("%s: %q in column %d (%s) is %s, and no cell of the column tells which", g.place(column.rowOf(at)), column.words[at], c+1, column.name, strings.Join(ways, " or ")),
		Remedy: remedy.Set("dates", words...).Or(remedy.Set("categorical", column.name)),
	}
}

// remarkMoments says which of the columns are read as days, once for each form, and which
// as truth values.
func (g *grid) remarkMoments(ctx context.Context, used []int) {
	var order []string
	said := map[string][]string{}
	for _, c := range used {
		if c < 0 {
			continue
		}
		column, text := &g.columns[c], ""
		switch {
		case column.truth:
			text = "true was read as 1, false as 0"
		case column.form == calendar.Clock:
			text = "times of day were read as parts of a day"
		case column.form != "":
			_, how, _ := strings.Cut(string(column.form), ", ")
			if how != "" {
				how = ", the " + how + ","
			}
			text = "dates were read" + how + " as days since 1970-01-01"
			if column.zoned {
				text += ", in universal time"
			}
		}
		if text != "" {
			if said[text] == nil {
				order = append(order, text)
			}
			said[text] = append(said[text], column.name)
		}
		if column.zeros != "" {
			engine.Remark(ctx, "%s has numbers with zeros before them, as postcodes and other names do: %q was read as a number; categorical=%q keeps the words", column.name, column.zeros, column.name)
		}
	}
	for _, text := range order {
		engine.Remark(ctx, "%s: %s", wording.Names(said[text]), text)
	}
}
