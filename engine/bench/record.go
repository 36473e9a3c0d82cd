package main

import (
	"fmt"
	"maps"
)

// A record is what came of a line.
type record struct {
	Name     string            `json:"name"`
	Title    string            `json:"title"`
	Date     string            `json:"date"`
	Machine  string            `json:"machine"`
	Threads  int               `json:"threads"`
	Versions map[string]string `json:"versions"`

	Sides []*competitor `json:"sides"` // ours first
	Rival int           `json:"rival"` // the side that ours is compared with, the peer's fastest; 0 for none
	Ratio spread        `json:"ratio"` // how many times faster ours is, turn by turn

	Qualities []finding `json:"qualities"`
	Target    target    `json:"target"`
	Notes     []string  `json:"notes,omitempty"`
}

func newRecord(l line, threads int) *record {
	return &record{
		Name: l.name, Title: l.title, Target: l.target, Threads: threads,
		Date: today(), Machine: machine(), Versions: map[string]string{},
	}
}

func (r *record) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// compare holds our side against the fastest of the peer's.
func (r *record) compare(sides []*competitor) {
	r.Sides = sides
	for i, c := range sides {
		maps.Copy(r.Versions, c.versions)
		if i > 0 && (r.Rival == 0 || median(c.seconds()) < median(sides[r.Rival].seconds())) {
			r.Rival = i
		}
	}
	if r.Rival > 0 {
		r.Ratio = spreadOf(ratios(sides[r.Rival].seconds(), sides[0].seconds()))
	}
}

// rival returns the side that ours is compared with, nil for none.
func (r *record) rival(sides []*competitor) *competitor {
	if r.Rival == 0 {
		return nil
	}
	return sides[r.Rival]
}

// A verdict says whether a line has reached its target.
type verdict struct {
	met     bool
	unknown bool // there was no peer to be held against
	why     string
}

// verdict holds the record against its target and the limits of its qualities.
func (r *record) verdict() verdict {
	ours := r.Sides[0]
	for _, q := range r.Qualities {
		if !q.Kept {
			return verdict{why: fmt.Sprintf("%s %.3g, not %s", q.Name, q.Value, q.Limit)}
		}
	}
	t := r.Target
	if t.Seconds > 0 && median(ours.seconds()) > t.Seconds {
		return verdict{why: "too slow"}
	}
	if t.Bytes > 0 && ours.Peak > t.Bytes {
		return verdict{why: "too much memory"}
	}
	if t.Ratio == 0 && t.Share == 0 {
		return verdict{met: true}
	}
	rival := r.rival(r.Sides)
	switch {
	case rival == nil:
		return verdict{unknown: true, why: "no peer"}
	case r.Ratio.Median < t.Ratio:
		return verdict{why: "too slow"}
	case t.Share > 0 && ours.Peak > 0 && float64(ours.Peak) > t.Share*float64(rival.Peak):
		return verdict{why: "too much memory"}
	}
	return verdict{met: true}
}

// String is "met" or why not.
func (v verdict) String() string {
	switch {
	case v.met:
		return "met"
	case v.unknown:
		return "unknown: " + v.why
	}
	return "missed: " + v.why
}
