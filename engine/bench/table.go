package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// print writes a record as the lines of a terminal.
func (r *record) print(out io.Writer) {
	fmt.Fprintf(out, "%s: %s\n", r.Name, r.Title)
	for i, c := range r.Sides {
		mark := " "
		if i == r.Rival && i > 0 {
			mark = "*"
		}
		s := spreadOf(c.seconds())
		fmt.Fprintf(out, "  %s %-58s %8s s (%s to %s), %8s s of all processors, %6s MB\n", mark, c.name(), digits(s.Median), digits(s.Low), digits(s.High), digits(median(c.cpu())), megabytes(c.Peak))
	}
	if r.Rival > 0 {
		fmt.Fprintf(out, "    %s times faster (%s to %s)%s\n", digits(r.Ratio.Median), digits(r.Ratio.Low), digits(r.Ratio.High), r.memory())
	}
	for _, q := range r.Qualities {
		fmt.Fprintf(out, "    %s %s\n", q.Name, q)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(out, "    note: %s\n", n)
	}
	fmt.Fprintf(out, "    target %s: %s\n", r.Target, r.verdict())
}

// memory compares the peaks of a record with a rival.
func (r *record) memory() string {
	rival := r.rival(r.Sides)
	if rival == nil || rival.Peak == 0 || r.Sides[0].Peak == 0 {
		return ""
	}
	return fmt.Sprintf(", 1/%s of the memory", digits(float64(rival.Peak)/float64(r.Sides[0].Peak)))
}

// String writes the number with its limit.
func (q finding) String() string {
	if q.Limit == "" {
		return digits(float64(q.Value))
	}
	word := "kept"
	if !q.Kept {
		word = "not kept"
	}
	return fmt.Sprintf("%s (%s %s)", digits(float64(q.Value)), q.Limit, word)
}

// digits writes a number with three digits that count, and no fewer than
// before its point.
func digits(v float64) string {
	if math.Abs(v) >= 100 && math.Abs(v) < 1e9 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// megabytes writes an amount of memory, in millions of bytes.
func megabytes(bytes uint64) string {
	if bytes == 0 {
		return "?"
	}
	return fmt.Sprintf("%.0f", float64(bytes)/1e6)
}

// thousands writes a whole number with commas.
func thousands(n int) string {
	text := strconv.Itoa(n)
	var b strings.Builder
	for i, digit := range text {
		if i > 0 && (len(text)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	return b.String()
}
