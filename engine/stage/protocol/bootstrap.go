package protocol

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:     "bootstrap",
		Summary:  "learns from rows drawn with replacement and holds those not drawn",
		Formula:  "train = n draws of n rows, with replacement; held = rows never drawn, ≈ e⁻¹·n",
		Citation: "Efron 1983, doi:10.1080/01621459.1983.10477973",
		Examples: []string{`waveform(n=200) | bootstrap(10) | scale | knn(5)`},
	}, func() *Bootstrap { return new(Bootstrap) })
}

// Bootstrap learns from bags: as many rows as there are, drawn with
// replacement, so that some are there twice or more. Held are the rows that a
// bag lacks, 37 % of many. A row takes part as often as it was drawn, in
// everything that is learned.
//
// Rows are drawn within their class, or quantile bin of the response, as many
// as it has. With groups, groups are drawn, within the class that most of their
// rows have, and come with all their rows. A bag that leaves no row out is drawn
// again. Where candidates are chosen, the copies of a row stay on one side of
// the inner division.
//
// Scores are of rows out of the bag, which were learned from 0.632·n different
// ones: they promise somewhat less than n rows would keep. They are not mixed
// with scores of the bag itself, as the .632 estimate does, since what places
// its own rows exactly would gain by it (Efron, Tibshirani 1997,
// doi:10.1080/01621459.1997.10474007).
//
// It fails where no bag could leave a row out, and where a bag lacks a class
// whose rows are held, as can happen without strata or with groups. The same
// seed draws the same bags, and the first are the same however many follow.
//
// Efron 1983, doi:10.1080/01621459.1983.10477973.
type Bootstrap struct {
	Repeats  int    // bags
	Stratify string // Stratified or Unstratified; empty for Stratified
	Grouping
	Seed int
	Choice
}

// Params declares the parameters.
func (m *Bootstrap) Params(p *engine.Params) {
	p.Int(&m.Repeats, "repeats", 50, engine.AtLeast(1), "bags that are drawn")
	declareStratify(p, &m.Stratify)
	m.Grouping.declare(p)
	declareSeed(p, &m.Seed)
	m.Choice.declare(p)
}

// Inner divides the rows of a bag.
func (m *Bootstrap) Inner() engine.Protocol { return m.newInner(m.Stratify, m.Grouping, m.Seed) }

// Split returns a fold for each bag.
func (m *Bootstrap) Split(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	b, err := m.blocks(t)
	if err != nil {
		return nil, err
	}
	s := strataOf(t, m.Stratify, 2)
	members := unitsOf(s, b)
	if !canDivide(members) {
		return nil, m.undividedError(t, b)
	}
	units := unitRows(t.Len(), b)
	folds := make([]engine.Fold, m.Repeats)
	for i := range folds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		folds[i] = drawBag(random.New(m.Seed, fmt.Sprintf("bootstrap %d", i)), members, units, t.Len())
		folds[i].Repeat = i
		if class, found := missingClass(folds[i], t.Target); found {
			return nil, m.missingClassError(t, i, class)
		}
	}
	return folds, nil
}

// undividedError is the error of rows that no bag can leave out.
func (m *Bootstrap) undividedError(t *engine.Table, b *blocks) error {
	if b != nil {
		return &engine.Error{Param: "groups", Cause: fmt.Sprintf("of the %d groups each is the only one of its class, so none is ever left out", len(b.sizes)), Remedy: remedy.Set("stratify", Unstratified)}
	}
	fault := &engine.Error{Cause: fmt.Sprintf("of the %d row%s each is the only one of its class, so none is ever left out", t.Len(), plural(t.Len())), Remedy: remedy.Use("none").Which("holds no row")}
	if t.Len() > 1 {
		fault.Param, fault.Remedy = "stratify", remedy.Set("stratify", Unstratified)
	}
	return fault
}

// missingClassError is the error of a bag without a row of a class.
func (m *Bootstrap) missingClassError(t *engine.Table, at, class int) error {
	size := t.Target.Sizes()[class]
	fault := &engine.Error{
		Param:  "stratify",
		Cause:  fmt.Sprintf("bag %d of %d has no row of class %s, which has %d row%s", at+1, m.Repeats, t.Classes[class], size, plural(size)),
		Remedy: remedy.Set("stratify", Stratified),
	}
	if m.Stratify != Unstratified {
		fault.Param, fault.Remedy = "groups", remedy.Give("groups", "of fewer rows").Or(remedy.Say("leave the class out"))
	}
	return fault
}

// unitsOf returns what is drawn in each stratum: rows, or blocks in the stratum
// that most of their rows are of, of equal ones the first.
func unitsOf(s strata, b *blocks) [][]int {
	members := make([][]int, len(s.sizes))
	if b == nil {
		for row, c := range s.of {
			members[c] = append(members[c], row)
		}
		return members
	}
	for block, inside := range s.countByBlock(b) {
		most := 0
		for c, rows := range inside {
			if rows > inside[most] {
				most = c
			}
		}
		members[most] = append(members[most], block)
	}
	return members
}

// unitRows returns the rows of each unit.
func unitRows(n int, b *blocks) [][]int {
	if b != nil {
		return b.rows()
	}
	units := make([][]int, n)
	for row := range units {
		units[row] = []int{row}
	}
	return units
}

// canDivide reports whether a bag can leave anything out.
func canDivide(members [][]int) bool {
	for _, units := range members {
		if len(units) > 1 {
			return true
		}
	}
	return false
}

// drawBag draws units until some are left out.
func drawBag(stream *random.Stream, members, units [][]int, n int) engine.Fold {
	for {
		times := make([]int, n)
		for _, choice := range members {
			for range choice {
				for _, row := range units[choice[stream.Below(len(choice))]] {
					times[row]++
				}
			}
		}
		var f engine.Fold
		for row, count := range times {
			if count == 0 {
				f.Held = append(f.Held, row)
			}
			for range count {
				f.Train = append(f.Train, row)
			}
		}
		if len(f.Held) > 0 {
			return f
		}
	}
}
