package calendar

import (
	"math"
	"time"
)

const day = 24 * 60 * 60 // in seconds

// Days is a moment in days since the beginning of 1970, with the time of day as their
// fraction.
func Days(t time.Time) float64 {
	return float64(t.Unix()/day) + (float64(t.Unix()%day)+float64(t.Nanosecond())/1e9)/day
}

// Time is the moment of so many days since the beginning of 1970, to the microsecond,
// which is what float64 tells apart.
func Time(days float64) time.Time {
	whole := math.Floor(days)
	micro := math.Round((days - whole) * day * 1e6)
	return time.Unix(int64(whole)*day, int64(micro)*int64(time.Microsecond)).UTC()
}

// Text writes a moment of the form: the day, and the time of day unless it is midnight.
func (f Form) Text(days float64) string {
	t := Time(days)
	clock := t.Format("15:04:05.999999")
	if t.Second() == 0 && t.Nanosecond() == 0 {
		clock = t.Format("15:04")
	}
	switch {
	case math.IsNaN(days) || math.Abs(days) > 3e6: // no year of four digits
		return "no date"
	case f == Clock:
		return clock
	case clock == "00:00":
		return t.Format(time.DateOnly)
	}
	return t.Format(time.DateOnly) + " " + clock
}

// A Part is a part of a date by its name, as a number.
type Part struct {
	Name string
	Of   func(t time.Time) float64
}

// Parts are those that a date has. A week begins on Monday, which is day 1.
var Parts = []Part{
	{"year", func(t time.Time) float64 { return float64(t.Year()) }},
	{"month", func(t time.Time) float64 { return float64(t.Month()) }},
	{"day", func(t time.Time) float64 { return float64(t.Day()) }},
	{"weekday", func(t time.Time) float64 { return float64((t.Weekday()+6)%7 + 1) }},
	{"hour", func(t time.Time) float64 { return float64(t.Hour()) }},
	{"minute", func(t time.Time) float64 { return float64(t.Minute()) }},
}
