// Package memory asks whether memory is there before it is taken, so that a
// run which is too large ends in an error with its numbers rather than in the
// system's hands.
package memory

import (
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/wording"
)

// Need returns an error if the bytes that what takes, such as "the distances
// of 100000 rows", are more than is free; remedy says what to do then. Where
// neither the system nor a budget tells what is free, it returns nil. Before it
// refuses it lets go of what earlier runs have left for later ones, and collects
// garbage, which takes the time of that.
func Need(bytes uint64, what, remedy string) error {
	err := Default.need(bytes, what, remedy)
	if err != nil {
		engine.LetGo()
		release()
		err = Default.need(bytes, what, remedy)
	}
	return err
}

// Square returns the bytes of count n×n matrices of float64, or the largest
// number if they are more than can be counted.
func Square(count, n int) uint64 {
	bytes := 8 * float64(count) * float64(n) * float64(n)
	if bytes >= math.MaxUint64 {
		return math.MaxUint64
	}
	return uint64(bytes)
}

// Room is how much memory can be had.
type Room struct {
	Free   uint64 // bytes
	Known  bool
	Budget uint64 // that leaves no more than this, zero if the system leaves less
	Beyond uint64 // what the system would leave without the budget
}

// A System tells how much memory can be had.
type System func() Room

// Default is the machine that the program runs on, as far as the budget goes.
// Tests put another in its place.
var Default = System(within)

func init() {
	engine.AskRoom(func() (free uint64, known bool) {
		room := Default()
		return room.Free, room.Known
	})
}

func (s System) need(bytes uint64, what, remedy string) error {
	room := s()
	if !room.Known || bytes <= room.Free {
		return nil
	}
	e := &engine.Error{
		Cause:  fmt.Sprintf("%s would take %s of memory, but %s is free", what, wording.Bytes(bytes), wording.Bytes(room.Free)),
		Remedy: remedy,
	}
	if room.Budget > 0 {
		e.Cause = fmt.Sprintf("%s would take %s of memory, but of the budget of %s only %s is left", what, wording.Bytes(bytes), wording.Bytes(room.Budget), wording.Bytes(room.Free))
	}
	if bytes <= room.Beyond {
		e.Remedy = fmt.Sprintf("%s, or set a larger budget by %s", remedy, Variable)
	}
	return e
}
