package calendar

import (
	"testing"
	"time"
)

func TestWordsHaveOneForm(t *testing.T) {
	for _, c := range []struct {
		words []string
		known Form
		form  Form
		last  string // the last of them
		open  int    // readings
	}{
		{[]string{"2019-03-23", "2020-1-2"}, "", Date, "2020-01-02", 1},
		{[]string{"2019-03-23 20:21:09", "2020-01-02"}, "", Date, "2020-01-02", 1},
		{[]string{"2019-03-23T20:21:09.5"}, "", Date, "2019-03-23 20:21:09.5", 1},
		{[]string{"2019-03-23T20:21:09Z", "2019-03-23 20:21:09+02:00"}, "", Date, "2019-03-23 18:21:09", 1},
		{[]string{"2019-03-23T20:21Z", "2019-03-23T20:21"}, "", "", "", 0},
		{[]string{"3/4/2026", "13/4/2026"}, "", DayFirst, "2026-04-13", 1},
		{[]string{"3/4/2026", "4/13/2026 8:05 pm"}, "", MonthFirst, "2026-04-13 20:05", 1},
		{[]string{"03/04/2026", "05/06/2026"}, "", DayFirst, "2026-06-05", 2},
		{[]string{"03/04/2026", "05/06/2026"}, MonthFirst, MonthFirst, "2026-05-06", 1},
		{[]string{"01/01/2026"}, "", DayFirst, "2026-01-01", 1},
		{[]string{"13/04/2026"}, MonthFirst, "", "", 0},
		{[]string{"10-11-12"}, "", Date, "2010-11-12", 3},
		{[]string{"02.01.2006"}, "", DayFirst, "2006-01-02", 1},
		{[]string{"23 Mar 2019", "March 24, 2019"}, "", Date, "2019-03-24", 1},
		{[]string{"2019-03", "2019-12"}, "", Date, "2019-12-01", 1},
		{[]string{"1969-12-31 12:00"}, "", Date, "1969-12-31 12:00", 1},
		{[]string{"20:21", "07:00:30"}, "", Clock, "07:00:30", 1},
		{[]string{"2019-02-30"}, "", "", "", 0},
		{[]string{"4711"}, "", "", "", 0},
		{[]string{"1.10.3"}, "", "", "", 0},
		{[]string{"soon"}, "", "", "", 0},
		{nil, "", "", "", 0},
	} {
		all := Read(c.words, c.known)
		if len(all) != c.open {
			t.Errorf("%q: %d readings %v, want %d", c.words, len(all), all, c.open)
			continue
		}
		if c.open == 0 {
			continue
		}
		days := all[0].Days[len(c.words)-1]
		if all[0].Form != c.form || c.form.Text(days) != c.last {
			t.Errorf("%q: %s %s, want %s %s", c.words, all[0].Form, all[0].Form.Text(days), c.form, c.last)
		}
	}
}

func TestTextIsReadAgain(t *testing.T) {
	for _, form := range []Form{Date, Clock} {
		for _, days := range []float64{0, 0.25, 17978.84802083333, 0.999999} {
			if form == Clock {
				days -= float64(int(days))
			}
			m, ok := form.parse(form.Text(days))
			again := Days(m.at)
			if !ok || again-days > 1e-11 || days-again > 1e-11 {
				t.Errorf("%s %v: %q is %v", form, days, form.Text(days), again)
			}
		}
	}
}

func TestParts(t *testing.T) {
	at := Time(Days(time.Date(2026, 11, 29, 8, 5, 0, 0, time.UTC)))
	want := map[string]float64{"year": 2026, "month": 11, "day": 29, "weekday": 7, "hour": 8, "minute": 5}
	for _, part := range Parts {
		if got := part.Of(at); got != want[part.Name] {
			t.Errorf("%s: %v", part.Name, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, word := range []string{"2019-03-23T20:21:09.5+01:00", "3/4/26 8:05 PM", "Mon, 2 Jan 2006", ":", "T1:2"} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		for _, form := range forms {
			m, ok := form.parse(word)
			if days := Days(m.at); ok && form == Clock && (days < 0 || days >= 1) {
				t.Errorf("%q is %v of a day", word, days)
			}
		}
		Looks(word)
	})
}
