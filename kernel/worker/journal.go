package worker

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"unfold/dsl/cell"
	"unfold/engine/wording"
)

// mostJournal bounds the text that is kept to restore a session.
const mostJournal = 64 << 20

// A journal holds the newest memory of each name, in the order in which they
// can be declared.
type journal struct {
	limit int

	mu      sync.Mutex
	entries []cell.Memory
	size    int
}

func newJournal() *journal { return &journal{limit: mostJournal} }

// record records what has changed. A name that is declared anew moves to the
// end, behind what it may need. What there is no room for is known to be lost.
func (j *journal) record(changes []cell.Memory) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, m := range changes {
		j.forget(m.Name)
		if m.Text == "" && m.Gone == "" {
			continue
		}
		if j.size+weight(m) > j.limit {
			m.Text, m.Gone = "", fmt.Sprintf("too large to keep: %s", wording.Bytes(uint64(weight(m))))
		}
		j.entries = append(j.entries, m)
		j.size += weight(m)
	}
}

func (j *journal) forget(name string) {
	at := slices.IndexFunc(j.entries, func(m cell.Memory) bool { return m.Name == name })
	if at >= 0 {
		j.size -= weight(j.entries[at])
		j.entries = slices.Delete(j.entries, at, at+1)
	}
}

func weight(m cell.Memory) int { return len(m.Text) + len(m.Name) + len(m.Cell) }

// contents returns what can be declared anew and what cannot.
func (j *journal) contents() (kept, lost []cell.Memory) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, m := range j.entries {
		if m.Text == "" {
			lost = append(lost, m)
			continue
		}
		kept = append(kept, m)
	}
	return kept, lost
}

// reset starts the journal of a new session, of which these are the names.
func (j *journal) reset(kept []cell.Memory) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries, j.size = slices.Clone(kept), 0
	for _, m := range kept {
		j.size += weight(m)
	}
}

const (
	mostNames = 12 // that are told to be back
	mostLost  = 8  // that are told to be lost, each with its reason
)

// describeRestored says which names of a session are back and which are not.
func describeRestored(back, lost []cell.Memory) string {
	var parts []string
	if n := len(back); n > 0 {
		var names []string
		for _, m := range back {
			names = append(names, displayName(m))
		}
		parts = append(parts, "restored: "+list(names, mostNames))
	}
	if len(lost) > 0 {
		var names []string
		for _, m := range lost {
			why := m.Gone
			if why == "" {
				why = "it could not be declared anew"
			}
			names = append(names, displayName(m)+" ("+why+")")
		}
		parts = append(parts, "lost: "+list(names, mostLost))
	}
	if len(parts) == 0 {
		return "there were no names to restore"
	}
	return strings.Join(parts, "; ")
}

// displayName is what the reader calls a memory: an import that has no name of
// its own goes by its path.
func displayName(m cell.Memory) string {
	if name, of, ok := strings.Cut(m.Name, " "); ok && name == path.Base(of) {
		return of
	}
	return m.Name
}

// list joins names, of which it tells the last so many.
func list(names []string, most int) string {
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[more:], ", "), more)
	}
	return strings.Join(names, ", ")
}

// dropAll drops all that could be declared anew, for a reason.
func (j *journal) dropAll(why string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for i := range j.entries {
		if m := &j.entries[i]; m.Text != "" {
			j.size -= len(m.Text)
			m.Text, m.Gone = "", why
		}
	}
}
