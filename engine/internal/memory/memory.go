// Package memory asks whether memory is there before it is taken, so that a
// run which is too large ends in an error with its numbers rather than in the
// system's hands. [Fits] asks without side effects, [Claim] refuses in words;
// the owner of the memory comes with the context ([With]). It imports the
// vocabulary of the engine. Start at [Claim]; budget.go is how much the
// process may take, system.go what the machine has.
package memory

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// An Owner answers for memory: it tells how much can be had, and releases what
// is cached so that more can be had.
type Owner struct {
	Room    System // the machine within the budget of the process, if nil
	Release func() // nil if nothing is kept
}

type ownerKey struct{}

// With returns a context in which memory is asked of the owner.
func With(ctx context.Context, o Owner) context.Context { return context.WithValue(ctx, ownerKey{}, o) }

// Limited returns a context in which so many bytes can be had.
func Limited(ctx context.Context, free uint64) context.Context {
	return With(ctx, Owner{Room: func() Room { return Room{Free: free, Known: true} }})
}

// ownerOf returns who memory is asked of: without an owner, the machine.
func ownerOf(ctx context.Context) Owner {
	o, _ := ctx.Value(ownerKey{}).(Owner)
	if o.Room == nil {
		o.Room = Machine
	}
	return o
}

// Free returns how much memory can be had.
func Free(ctx context.Context) Room { return ownerOf(ctx).Room() }

// Fits reports whether so many bytes can be had as things stand. Where neither the
// system nor a budget tells what is free, everything fits.
func Fits(ctx context.Context, bytes uint64) bool { return Free(ctx).fits(bytes) }

// Claim returns an error if the bytes that what takes, such as "the distances
// of 100000 rows", are more than is free; instead says what to do then. Before it
// refuses it has the owner let go of what is kept for later, and collects garbage,
// which takes the time of that.
func Claim(ctx context.Context, bytes uint64, what string, instead remedy.Remedy) error {
	owner := ownerOf(ctx)
	if owner.Room().fits(bytes) {
		return nil
	}
	if owner.Release != nil {
		owner.Release()
	}
	freeGarbage()
	room := owner.Room()
	if room.fits(bytes) {
		return nil
	}
	return room.refusal(bytes, what, instead)
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

// Machine is the one that the program runs on, as far as the budget goes.
func Machine() Room { return machineRoom() }

func (r Room) fits(bytes uint64) bool { return !r.Known || bytes <= r.Free }

// refusal is the error of a claim that does not fit.
func (r Room) refusal(bytes uint64, what string, instead remedy.Remedy) error {
	e := &engine.Error{
		Cause:  fmt.Sprintf("%s would take %s of memory, but %s is free", what, wording.Bytes(bytes), wording.Bytes(r.Free)),
		Remedy: instead,
	}
	if r.Budget > 0 {
		e.Cause = fmt.Sprintf("%s would take %s of memory, but of the budget of %s only %s is left", what, wording.Bytes(bytes), wording.Bytes(r.Budget), wording.Bytes(r.Free))
	}
	if bytes <= r.Beyond {
		e.Remedy = instead.Or(remedy.Say("set a larger budget by %s", Variable))
	}
	return e
}
