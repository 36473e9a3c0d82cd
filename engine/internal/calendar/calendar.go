// Package calendar reads dates and times of day as people and programs write them, and
// writes them again. A [Form] says what moment a word is. It imports nothing of the
// project. Start reading at [Read], which finds the form that all words of a column have.
package calendar

import (
	"slices"
	"strings"
	"time"
)

// A Form is how a column writes dates or times of day. Its text is what a table keeps of
// it; the empty one is of neither.
type Form string

// The forms.
const (
	Date       Form = "date"              // the year first, or the month by its name
	DayFirst   Form = "date, day first"   // 23/03/2019
	MonthFirst Form = "date, month first" // 03/23/2019
	Clock      Form = "time of day"       // 20:21
)

// forms in the order in which they are tried: Excel's day of a workbook, which has no
// words, is a Date.
var forms = []Form{Clock, Date, DayFirst, MonthFirst}

// Of returns the form of numbers that are written so; empty if they are no moments.
func Of(written string) Form {
	if slices.Contains(forms, Form(written)) {
		return Form(written)
	}
	return ""
}

// Order is the form if it says which of day and month comes first; empty where the dates
// that it was told of left no doubt, which says nothing of others.
func (f Form) Order() Form {
	if f == DayFirst || f == MonthFirst {
		return f
	}
	return ""
}

// layouts are those of the days of each form; a year of two digits is of 1969 to 2068.
var layouts = map[Form][]string{
	Date: {
		"2006-1-2", "2006/1/2", "2006.1.2", "2006-01", "06-1-2", "06/1/2",
		"2 Jan 2006", "2 January 2006", "2-Jan-2006", "2-Jan-06", "2 Jan 06", "Jan 2 2006", "January 2 2006", "Jan 2, 2006", "January 2, 2006",
		"Mon, 2 Jan 2006", "Monday, 2 January 2006", "Mon Jan 2 2006", "Monday, January 2, 2006",
	},
	DayFirst:   {"2/1/2006", "2-1-2006", "2.1.2006", "2/1/06", "2-1-06", "2.1.06"},
	MonthFirst: {"1/2/2006", "1-2-2006", "1/2/06", "1-2-06"},
}

// clocks and zones are the layouts of what may follow a day.
var (
	clocks = []string{"15:04:05", "15:04", "3:04:05 PM", "3:04 PM", "3:04:05PM", "3:04PM"}
	zones  = []string{"", "Z07:00", " Z07:00", "Z0700", " Z0700", "Z07", " UTC", " GMT"}
)

// A Reading is what the words of a column are in one form.
type Reading struct {
	Form  Form
	Days  []float64 // since the beginning of 1970, or parts of a day
	Zoned bool      // all words say how far they are from universal time, in which they were read
}

// Read returns what the words are: nothing where one of them is no date, or where some
// name their zone and others do not; several readings where the order of day and month
// makes a difference that the words leave open. A known form decides it.
func Read(words []string, known Form) (all []Reading) {
	for _, form := range forms {
		r, ok := form.read(words)
		if !ok || slices.ContainsFunc(all, func(other Reading) bool { return slices.Equal(other.Days, r.Days) }) {
			continue
		}
		if form == known {
			return []Reading{r}
		}
		all = append(all, r)
	}
	if known.Order() != "" { // the words have another order of day and month, or none
		all = slices.DeleteFunc(all, func(r Reading) bool { return r.Form.Order() != "" })
	}
	return all
}

// read reads words in the form.
func (f Form) read(words []string) (r Reading, ok bool) {
	r, zoned := Reading{Form: f, Days: make([]float64, len(words))}, 0
	for i, word := range words {
		m, ok := f.parse(word)
		if !ok {
			return r, false
		}
		r.Days[i] = Days(m.at)
		if m.zoned {
			zoned++
		}
	}
	r.Zoned = zoned > 0
	return r, len(words) > 0 && (zoned == 0 || zoned == len(words))
}

// Looks reports whether a word is a date or a time of day in any form.
func Looks(word string) bool {
	return slices.ContainsFunc(forms, func(f Form) bool { _, ok := f.parse(word); return ok })
}

// A moment is what a word says.
type moment struct {
	at    time.Time
	zoned bool
}

// longest is how long a date is at most: Wednesday, 23 September 2019 20:21:09.123456789 +01:00.
const longest = 60

func (f Form) parse(word string) (m moment, ok bool) {
	if word = strings.TrimSpace(word); len(word) > longest || !strings.ContainsAny(word, "0123456789") {
		return m, false
	}
	day, clock := split(word)
	var since time.Duration
	if clock != "" {
		if since, m.zoned, ok = readClock(clock); !ok {
			return m, false
		}
	}
	if f == Clock {
		m.at = time.Unix(0, 0).Add(since)
		return m, day == "" && clock != "" && !m.zoned
	}
	for _, layout := range layouts[f] {
		if at, err := time.Parse(layout, day); err == nil {
			m.at = at.Add(since)
			return m, true
		}
	}
	return m, false
}

// split parts the day from the time of day, which has a colon in it.
func split(word string) (day, clock string) {
	colon := strings.IndexByte(word, ':')
	if colon < 0 {
		return word, ""
	}
	from := strings.LastIndexFunc(word[:colon], func(c rune) bool { return c < '0' || c > '9' }) + 1
	day = word[:from]
	if from > 1 && (day[from-1] == 'T' || day[from-1] == 't') {
		day = day[:from-1]
	}
	return strings.TrimRight(day, " ,"), word[from:]
}

// readClock reads a time of day as the time since midnight, in universal time where it
// names its zone.
func readClock(text string) (since time.Duration, zoned, ok bool) {
	text = strings.ToUpper(text)
	for _, clock := range clocks {
		for _, zone := range zones {
			at, err := time.Parse(clock+zone, text)
			if err != nil {
				continue
			}
			_, offset := at.Zone()
			since = at.Sub(time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, at.Location()))
			return since - time.Duration(offset)*time.Second, zone != "", true
		}
	}
	return 0, false, false
}
