package evaluate

import (
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/memo"
)

// A branch is a run that the settings from first on share.
type branch struct {
	run   state
	first int
}

// mostBranches is how many embeddings wait for their maps at most, if as many
// fit into memory.
const mostBranches = 8

// mapsJointly reports whether the second layer can learn its maps at once for all
// embeddings of the first.
func mapsJointly(layers []layer) bool {
	if len(layers) < 2 || len(layers[0].variants)*len(layers[1].variants) == 1 {
		return false
	}
	_, embeds := layers[0].variants[0].Method.(engine.Embedder)
	_, maps := layers[1].variants[0].Method.(engine.JointExtender)
	return embeds && maps
}

// descendJointly is descend for an embedder and the maps after it: it embeds
// some settings before it learns the maps of all of them.
func (w *walk) descendJointly(ctx context.Context, r state, layers []layer, first int) error {
	var waiting []branch
	var bytes uint64
	flush := func() error {
		err := w.mapBranches(ctx, waiting, layers[1:])
		for _, b := range waiting {
			b.run.closeMemos(r)
		}
		waiting, bytes = nil, 0
		return err
	}
	err := w.forEachVariant(ctx, r, layers[0], first, func(next state, from int) error {
		waiting = append(waiting, branch{next, from})
		bytes += memo.Size(next.Embedding)
		if len(waiting) < mostBranches && bytes < w.memo.Limit()/4 {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// mapBranches learns the maps of embeddings of the same rows, and goes on from
// each.
func (w *walk) mapBranches(ctx context.Context, from []branch, layers []layer) error {
	l := layers[0]
	maps := w.jointMaps(ctx, from, l)
	for at, b := range from {
		for v, s := range l.variants {
			fit := func(ctx context.Context, r state) (state, error) { return r.apply(ctx, s) }
			if maps != nil {
				fit = func(ctx context.Context, r state) (state, error) { return r.withKey(s).mapHeld(ctx, maps[v][at]) }
			}
			err := w.applyStep(ctx, b.run, stepAt{s, l.at}, fit, b.first+v*l.stride, l.stride, func(next state, first int) error {
				defer next.closeMemos(b.run)
				return w.descend(ctx, next, layers[1:], first)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// jointMaps learns the maps of a layer for all embeddings at once; nil if not all
// are wanted or it fails: then each is learned, and fails, by itself.
func (w *walk) jointMaps(ctx context.Context, from []branch, l layer) (found [][]*engine.Extension) {
	var embeddings []*engine.Embedding
	for _, b := range from {
		for v := range l.variants {
			if w.countWanted(b.first+v*l.stride, b.first+(v+1)*l.stride) == 0 {
				return nil
			}
		}
		if !slices.Equal(b.run.Train.Rows, from[0].run.Train.Rows) {
			return nil // embedders that place other parts
		}
		embeddings = append(embeddings, b.run.Embedding)
	}
	if len(from) == 0 {
		return nil
	}
	settings := make([]engine.Extender, len(l.variants))
	for v, s := range l.variants {
		settings[v] = s.Method.(engine.Extender)
	}
	s := stepAt{l.variants[0], l.at}
	_, err := w.runInFold(ctx, s, "", func(ctx context.Context) (err error) {
		found, err = settings[0].(engine.JointExtender).ExtendJointly(ctx, withoutAside(from[0].run.Train), embeddings, settings)
		return err
	})
	if err != nil || found == nil {
		return nil
	}
	w.shared += len(embeddings)*len(settings) - 1
	return found
}
