package custom

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"unfold/engine"
	"unfold/engine/remedy"
)

// Words are the stages of a catalogue, and a session's own. They serve many
// goroutines.
type Words struct {
	base *engine.Catalogue
	all  atomic.Pointer[engine.Catalogue]

	mu  sync.Mutex
	own map[string]engine.Stage
}

// NewWords returns the stages of a catalogue, and none besides.
func NewWords(base *engine.Catalogue) *Words {
	w := &Words{base: base, own: map[string]engine.Stage{}}
	w.all.Store(base)
	return w
}

// Catalogue returns all of them.
func (w *Words) Catalogue() *engine.Catalogue { return w.all.Load() }

// Add adds a stage, in place of an own one of that name. A name of the catalogue is
// refused, and one that reserved tells the use of.
func (w *Words) Add(s engine.Stage, reserved func(name string) (use string)) error {
	use := reserved(s.Name)
	if _, taken := w.base.Lookup(s.Name); taken {
		use = "a stage already"
	}
	if use != "" {
		return fault("%s is %s", remedy.Say("give the declaration another Name"), s.Name, use)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.own[s.Name] = s
	var list []engine.Stage
	for _, name := range slices.Sorted(maps.Keys(w.own)) {
		list = append(list, w.own[name])
	}
	w.all.Store(engine.NewCatalogue(w.base.Stages(), list))
	return nil
}

// Clear leaves the catalogue alone.
func (w *Words) Clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.own)
	w.all.Store(w.base)
}
