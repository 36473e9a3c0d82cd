package history

import (
	"math"
	"slices"
)

// Tail returns the newest n entries, oldest first; all if n is 0 or less.
func (h *History) Tail(n int) []Entry {
	return h.newest(n, func(Entry) bool { return true })
}

// Range returns the lines of a session from start up to, but not including,
// stop. Session 0 is the present one, and -1 the one before it.
func (h *History) Range(session, start, stop int) []Entry {
	h.save()
	own, number := h.mine()
	var found []Entry
	within := func(e Entry) bool {
		if e.Line >= start && e.Line < stop {
			found = append(found, e)
		}
		return true
	}
	if session == 0 || session == number {
		for _, e := range own {
			within(e)
		}
		return found
	}
	if session < 0 {
		session += h.current(number)
	}
	h.walk(func(e Entry) bool {
		return e.Session > session || e.Session == session && within(e)
	})
	slices.Reverse(found)
	return found
}

// Search returns the newest n entries whose whole source matches a pattern,
// oldest first; all if n is 0 or less. In the pattern, * stands for any text,
// ? for any character and [a-z] for one of those, [^a-z] for another. Unique
// keeps the newest of those with the same source.
func (h *History) Search(pattern string, unique bool, n int) []Entry {
	match := glob(pattern)
	seen := make(map[string]bool)
	return h.newest(n, func(e Entry) bool {
		if !match(e.Source) || seen[e.Source] {
			return false
		}
		if unique {
			seen[e.Source] = true
		}
		return true
	})
}

// newest returns the last n entries that are wanted; it asks wanted of the
// newest first.
func (h *History) newest(n int, wanted func(Entry) bool) []Entry {
	if n <= 0 {
		n = math.MaxInt
	}
	h.save()
	own, number := h.mine()
	var found []Entry
	take := func(e Entry) bool {
		if wanted(e) {
			found = append(found, e)
		}
		return len(found) < n
	}
	// The file is in the order of sessions; this one stands in its place among
	// them, or behind them all while it has none.
	rest := func() bool {
		for ; len(own) > 0; own = own[:len(own)-1] {
			if !take(own[len(own)-1]) {
				return false
			}
		}
		return true
	}
	if number != 0 || rest() {
		more := true
		h.walk(func(e Entry) bool {
			switch {
			case e.Session == number:
				return true // own has it, and as it is now
			case e.Session < number && !rest():
				more = false
			default:
				more = take(e)
			}
			return more
		})
		if more {
			rest()
		}
	}
	slices.Reverse(found)
	return found
}

// save files what is new, so that the session has its number when it is asked
// for, and others see what it did.
func (h *History) save() {
	if h.file != nil {
		h.flush(haste)
	}
}

// walk visits the entries of the file from the newest to the oldest. A file
// that cannot be read is reported and has none.
func (h *History) walk(visit func(Entry) bool) (last int) {
	if h.file == nil {
		return 0
	}
	h.filing.Lock()
	defer h.filing.Unlock()
	last, err := h.file.walk(visit)
	if err != nil {
		h.report(err)
	}
	return last
}

// current returns the number of this session, or the one it would get.
func (h *History) current(number int) int {
	if number != 0 {
		return number
	}
	return 1 + h.walk(func(Entry) bool { return false })
}
