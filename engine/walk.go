package engine

import (
	"cmp"
	"context"
	"fmt"
	"math"
)

// A layer is a step between protocol and measures, once for each combination
// of its own candidates, in the order of the settings.
type layer struct {
	at       int
	variants []Step
	texts    []string // the variants as they are spelt; empty where they have no content
	below    int      // settings that share a variant, and all before it
}

// layersOf returns the layers of a pipeline. Setting i takes variant
// i / below mod len(variants) of each.
func layersOf(p Pipeline) []layer {
	var layers []layer
	for at, s := range p.Steps {
		if !s.acts() {
			continue
		}
		alone := Pipeline{Steps: []Step{s}}
		l := layer{at: at}
		for i := range alone.Settings() {
			variant := alone.Setting(i).Steps[0]
			text, _ := variant.spelt()
			l.variants, l.texts = append(l.variants, variant), append(l.texts, text)
		}
		layers = append(layers, l)
	}
	below := 1
	for i := len(layers) - 1; i >= 0; i-- {
		layers[i].below = below
		below *= len(layers[i].variants)
	}
	return layers
}

// A walk tries settings on an inner fold, depth first: what settings have in
// common before they part is learned once.
type walk struct {
	*sweep
	contest *contest
	inner   int       // which of the contest's
	fold    Fold      // that inner fold, or one that learns from part of its rows
	whole   bool      // it learns from all of them
	wanted  []bool    // by setting
	keys    []content // by setting
	done    func()    // called as often as a setting is done

	tried           // what has come of them
	found []float64 // the scores, once the walk has ended
}

// run walks.
func (w *walk) run(ctx context.Context) (tried, error) {
	w.tried = tried{scores: make([]float64, w.settings), faults: make([]error, w.settings)}
	for s := range w.scores {
		w.scores[s] = math.NaN()
	}
	w.recall()
	if w.count(0, w.settings) == 0 {
		return w.tried, w.book.save()
	}
	r := w.table.begin(w.fold)
	if w.count(0, w.settings) > 1 {
		r.Train.shelf = w.pantry.shelf()
		defer r.Train.shelf.clear()
	}
	ctx = withSharedCount(ctx, func() { w.shared++ })
	err := w.descend(ctx, r, w.layers, 0)
	return w.tried, cmp.Or(err, w.book.save())
}

// recall looks up what is known of the settings already, and does not want them
// any more.
func (w *walk) recall() {
	w.keys = w.contents()
	for s, key := range w.keys {
		if !w.wanted[s] {
			continue
		}
		if known, ok := w.book.find(key); ok {
			w.scores[s], w.better = known.value, known.better
			w.wanted[s] = false
			w.shared += len(w.layers)
			w.recalled.Store(true)
			w.done()
		}
	}
}

// contents tells the scores of the settings apart; nil where they are not kept.
func (w *walk) contents() []content {
	if w.book.idle() {
		return nil
	}
	keys := []content{w.fold.content(w.book.table)}
	for _, l := range w.layers {
		var longer []content
		for _, key := range keys {
			for _, text := range l.texts {
				longer = append(longer, key.then(text))
			}
		}
		keys = longer
	}
	for s, key := range keys {
		keys[s] = key.then(w.book.measure)
	}
	return keys
}

// count returns how many settings from first up to end are wanted.
func (w *walk) count(first, end int) int {
	n := 0
	for _, wanted := range w.wanted[first:end] {
		if wanted {
			n++
		}
	}
	return n
}

// descend tries the settings from first onwards that share what r has become.
func (w *walk) descend(ctx context.Context, r Run, layers []layer, first int) error {
	if len(layers) == 0 {
		return w.judge(ctx, &r, first)
	}
	l := layers[0]
	for v, s := range l.variants {
		from, end := first+v*l.below, first+(v+1)*l.below
		sharing := w.count(from, end)
		if sharing == 0 {
			continue
		}
		next, err := w.fit(ctx, placed{s, l.at}, r, sharing)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			w.fail(from, end, err)
			for range sharing {
				w.done()
			}
			continue
		}
		err = w.descend(ctx, next, layers[1:], from)
		next.leave(r)
		if err != nil {
			return err
		}
	}
	return nil
}

// fit takes a run through a step, for so many settings.
func (w *walk) fit(ctx context.Context, s placed, r Run, sharing int) (Run, error) {
	w.fits++
	w.shared += sharing - 1
	next := r
	_, err := w.perform(ctx, s, "", func(ctx context.Context) (err error) {
		next, err = s.apply(ctx, r)
		return err
	})
	if sharing == 1 {
		next.shareless(r)
	}
	return next, err
}

// judge scores a setting.
func (w *walk) judge(ctx context.Context, r *Run, setting int) error {
	defer w.done()
	by, score := w.measures[w.by], &Score{}
	if lacks := r.lacks(by.Stage.Needs); lacks != "" {
		w.fail(setting, setting+1, w.shortOf(by, lacks))
		return nil
	}
	_, err := w.perform(ctx, by, "", func(ctx context.Context) (err error) {
		score, err = scored(ctx, by, r)
		return err
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		w.fail(setting, setting+1, err)
	case math.IsNaN(score.Value):
		w.fail(setting, setting+1, &Error{Stage: by.Name(), Step: w.place(by.at), Cause: fmt.Sprintf("the rows have no %s", by.Name())})
	default:
		w.scores[setting], w.better = score.Value, score.Better
		if w.keys != nil && !math.IsInf(score.Value, 0) {
			w.book.enter(w.keys[setting], keptScore{score.Value, score.Better})
		}
	}
	return nil
}

// fail keeps why settings have no score.
func (w *walk) fail(from, end int, err error) {
	for s := from; s < end; s++ {
		if w.wanted[s] {
			w.faults[s] = err
		}
	}
}
