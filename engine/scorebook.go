package engine

import (
	"fmt"
	"slices"
)

// A scorebook is where the scores of settings on inner folds are looked up and
// entered: the store of the session, the file that the protocol names, both or
// neither.
type scorebook struct {
	store   *Store
	ledger  *ledger
	table   content
	measure string // as it is spelt
}

// open opens the scorebook of a sweep. It stays idle where a step is of the
// program's own: nothing tells such methods apart.
func (sw *sweep) open() error {
	if sw.store == nil && sw.choosing.Keep == "" {
		return nil
	}
	if own := sw.own(); own != "" {
		if sw.choosing.Keep != "" {
			sw.note(Note{Stage: tuningStage, Text: fmt.Sprintf("scores are not kept: %s is the program's own, or has a Go value for an argument", own)})
		}
		return nil
	}
	sw.book.store, sw.book.table = sw.store, sw.whole
	sw.book.measure, _ = sw.measures[sw.by].spelt()
	if sw.choosing.Keep == "" {
		return nil
	}
	if sw.store == nil {
		sw.book.table = sw.table.content()
	}
	var err error
	sw.book.ledger, err = openLedger(sw.choosing.Keep)
	return blame(err, sw.steps[sw.protocol].Name(), sw.place(sw.protocol))
}

// own returns the first step that has no content, or nothing.
func (sw *sweep) own() string {
	for _, l := range sw.layers {
		if slices.Contains(l.texts, "") {
			return l.variants[0].Name()
		}
	}
	if by := sw.measures[sw.by]; !by.declared() {
		return by.Name()
	}
	return ""
}

// A keptScore is what a setting scored.
type keptScore struct {
	value  float64
	better Direction
}

// idle reports whether nothing is kept.
func (b *scorebook) idle() bool { return b.store == nil && b.ledger == nil }

func (b *scorebook) find(key content) (keptScore, bool) {
	if b.ledger != nil {
		if s, ok := b.ledger.find(key); ok {
			return s, true
		}
	}
	if b.store == nil {
		return keptScore{}, false
	}
	s, ok := b.store.score(key)
	if ok && b.ledger != nil {
		b.ledger.enter(key, s)
	}
	return s, ok
}

func (b *scorebook) enter(key content, s keptScore) {
	if b.store != nil {
		b.store.enter(key, s)
	}
	if b.ledger != nil {
		b.ledger.enter(key, s)
	}
}

// save makes sure that what was entered outlives the program.
func (b *scorebook) save() error {
	if b.ledger == nil {
		return nil
	}
	return b.ledger.save()
}

func (b *scorebook) close() {
	if b.ledger != nil {
		b.ledger.close()
	}
}

func (s *Store) score(key content) (keptScore, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.scores[key]
	if ok {
		s.stats.Found++
	}
	return k, ok
}

func (s *Store) enter(key content, k keptScore) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scores[key] = k
}
