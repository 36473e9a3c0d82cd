package engine

import "context"

// A branch is a run that the settings from first on share.
type branch struct {
	run   Run
	first int
}

// mostBranches is how many embeddings wait for their maps at most, beside what
// the memory of the sweep has room for.
const mostBranches = 8

// joint reports whether the maps of a layer can be learned at once for all that
// the layer before it embeds.
func joint(layers []layer) bool {
	if len(layers) < 2 || len(layers[0].variants)*len(layers[1].variants) == 1 {
		return false
	}
	_, embeds := layers[0].variants[0].Method.(Embedder)
	_, maps := layers[1].variants[0].Method.(JointExtender)
	return embeds && maps
}

// descendJointly is descend for an embedder and the maps after it: it embeds
// some settings before it learns the maps of all of them.
func (w *walk) descendJointly(ctx context.Context, r Run, layers []layer, first int) error {
	var waiting []branch
	var bytes uint64
	settle := func() error {
		err := w.spread(ctx, waiting, layers[1:])
		for _, b := range waiting {
			b.run.leave(r)
		}
		waiting, bytes = nil, 0
		return err
	}
	err := w.each(ctx, r, layers[0], first, func(next Run, from int) error {
		waiting = append(waiting, branch{next, from})
		bytes += sizeOf(next.Embedding)
		if len(waiting) < mostBranches && bytes < w.pantry.room/4 {
			return nil
		}
		return settle()
	})
	if err != nil {
		return err
	}
	return settle()
}

// spread goes on from some embeddings of the same rows.
func (w *walk) spread(ctx context.Context, from []branch, layers []layer) error {
	l := layers[0]
	maps := w.maps(ctx, from, l)
	for at, b := range from {
		for v, s := range l.variants {
			fit := s.apply
			if maps != nil {
				fit = func(ctx context.Context, r Run) (Run, error) { return r.mapped(ctx, maps[v][at]) }
			}
			err := w.advance(ctx, b.run, placed{s, l.at}, fit, b.first+v*l.below, l.below, func(next Run, first int) error {
				defer next.leave(b.run)
				return w.descend(ctx, next, layers[1:], first)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// maps learns those of a layer for all embeddings at once; nil if not all are
// wanted, or it fails: then each is tried by itself, and fails by itself.
func (w *walk) maps(ctx context.Context, from []branch, l layer) (found [][]*Extension) {
	var embeddings []*Embedding
	for _, b := range from {
		for v := range l.variants {
			if w.count(b.first+v*l.below, b.first+(v+1)*l.below) == 0 {
				return nil
			}
		}
		embeddings = append(embeddings, b.run.Embedding)
	}
	if len(from) == 0 {
		return nil
	}
	settings := make([]Extender, len(l.variants))
	for v, s := range l.variants {
		settings[v] = s.Method.(Extender)
	}
	s := placed{l.variants[0], l.at}
	_, err := w.perform(ctx, s, "", func(ctx context.Context) (err error) {
		found, err = settings[0].(JointExtender).ExtendJointly(ctx, from[0].run.Train, embeddings, settings)
		return err
	})
	if err != nil || found == nil {
		return nil
	}
	w.shared += len(embeddings)*len(settings) - 1
	return found
}
