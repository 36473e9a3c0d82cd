package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// markdown is the report: the table, how it was made, every line in full, and
// the growth with the number of rows.
func (r *results) markdown() string {
	var b strings.Builder
	fmt.Fprint(&b, `# Measured side by side

This file is generated, with the numbers in `+"`"+numbersFile+"`"+`, by

`+"```"+`
go run ./engine/bench -scale 128000 -out engine/bench
`+"```"+`

Each side of a line is a process of its own, both on as many threads; they take turns after a warm-up, on the same rows,
which they read outside the timing. Seconds are the median of the turns, the ratio is the median of the ratios turn by
turn, with the least and the greatest. Memory is the most that the process has held, program and libraries included. Of
the peer's documented options the fastest counts.

`)
	r.table(&b)
	r.details(&b)
	r.growth(&b)
	return b.String()
}

// table writes a row a line.
func (r *results) table(b *strings.Builder) {
	fmt.Fprintln(b, "| workload | unfold | peer | times faster | memory | quality | target | |")
	fmt.Fprintln(b, "|---|--:|--:|--:|--:|---|---|---|")
	for _, l := range lines {
		rec := r.Records[l.name]
		if rec == nil {
			why := r.Failed[l.name]
			if why == "" {
				why = "not measured"
			}
			fmt.Fprintf(b, "| %s | | | | | | %s | %s |\n", l.title, l.target, why)
			continue
		}
		ours, peer, ratio := rec.Sides[0], "", ""
		memory := megabytes(ours.Peak) + " MB"
		if rival := rec.rival(rec.Sides); rival != nil {
			peer = digits(median(rival.seconds())) + " s"
			ratio = fmt.Sprintf("%s (%s–%s)", digits(rec.Ratio.Median), digits(rec.Ratio.Low), digits(rec.Ratio.High))
			memory += " of " + megabytes(rival.Peak)
		}
		fmt.Fprintf(b, "| %s | %s s | %s | %s | %s | %s | %s | %s |\n", l.title, digits(median(ours.seconds())), peer, ratio, memory, rec.gate(), rec.Target, rec.verdict())
	}
}

// gate is the quality of a record in a few words: what it must keep, or what
// there is to tell.
func (r *record) gate() string {
	var words []string
	for _, q := range r.Qualities {
		if q.Limit != "" || len(r.Qualities) == 1 {
			words = append(words, q.Name+" "+digits(float64(q.Value)))
		}
	}
	return strings.Join(words, "; ")
}

// details writes every line in full.
func (r *results) details(b *strings.Builder) {
	fmt.Fprint(b, "\n## Line by line\n")
	for _, l := range lines {
		rec := r.Records[l.name]
		if rec == nil {
			continue
		}
		var text strings.Builder
		rec.print(&text)
		fmt.Fprintf(b, "\n```\n%s```\n\n%s, %s, %d threads; %s.\n", text.String(), rec.Date, rec.Machine, rec.Threads, versionList(rec.Versions))
	}
}

// growth writes the curves.
func (r *results) growth(b *strings.Builder) {
	if len(r.Curves) == 0 {
		return
	}
	fmt.Fprintf(b, `
## Growth with the number of rows

Exponents p of n^p are fitted to the logarithms by least squares, over the upper half of the points. A curve ends before a
run would take longer than the limit of the command, or more memory than there is. All points are in `+"`%s`"+`.

![seconds against rows](%s)

![memory against rows](%s)

| workload | who | largest n | seconds | MB | seconds grow like | memory grows like |
|---|---|--:|--:|--:|--:|--:|
`, pointsFile, plotFile("time", "svg"), plotFile("memory", "svg"))
	for _, c := range curves {
		rec := r.Curves[c.name]
		if rec == nil {
			continue
		}
		for _, who := range []string{"unfold", c.peer} {
			own := pointsOf(rec.Points, who)
			if len(own) == 0 {
				continue
			}
			last := own[len(own)-1]
			t, m := exponents(own)
			fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", c.title, who, thousands(last.N), digits(last.Seconds), megabytes(last.Peak), power(t), power(m))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Curves)) {
		rec := r.Curves[name]
		fmt.Fprintf(b, "\n%s: %s, %s, %d threads.\n", name, rec.Date, rec.Machine, rec.Threads)
	}
}

// power writes an exponent, or nothing if there is none.
func power(p float64) string {
	if math.IsNaN(p) {
		return ""
	}
	return fmt.Sprintf("n^%.2f", p)
}

// versionList writes what the sides are made of.
func versionList(versions map[string]string) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		words = append(words, name+" "+versions[name])
	}
	return strings.Join(words, ", ")
}
