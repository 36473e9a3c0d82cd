package engine

import (
	"container/list"
	"math"
	"sync"
)

// A pantry is all shelves of a sweep, which have so much room together. What
// was not asked for for longest goes first.
type pantry struct {
	mu     sync.Mutex // guards the shelves too
	room   uint64
	bytes  uint64
	recent *list.List // of *shelved, the last one asked for in front
}

// newPantry returns a pantry with room for a quarter of the memory that can be
// had; for everything where that is not known.
func newPantry() *pantry {
	p := &pantry{room: math.MaxUint64, recent: list.New()}
	if free, known := room(); known {
		p.room = free / 4
	}
	return p
}

// shelf returns an empty shelf.
func (p *pantry) shelf() *shelf { return &shelf{pantry: p} }

// used marks an entry as asked for.
func (p *pantry) used(entry *shelved) {
	if entry.use != nil {
		p.recent.MoveToFront(entry.use)
	}
}

// keep takes in what an entry holds, and lets others go if there is no room.
func (p *pantry) keep(entry *shelved) {
	if entry.bytes > p.room {
		delete(entry.shelf.kept, entry.key)
		return
	}
	entry.use = p.recent.PushFront(entry)
	p.bytes += entry.bytes
	for p.bytes > p.room {
		p.let(p.recent.Back().Value.(*shelved))
	}
}

// let lets an entry go. Who is at work with its value may go on.
func (p *pantry) let(entry *shelved) {
	delete(entry.shelf.kept, entry.key)
	if entry.use != nil {
		p.recent.Remove(entry.use)
		p.bytes -= entry.bytes
		entry.use = nil
	}
}
