package simd

import "slices"

// A row of lanes is two cache lines, which is four registers of AVX2 or two of
// AVX-512.
const (
	SingleLanes = 32 // lanes of float32 in a row
	DoubleLanes = 16 // lanes of float64 in a row
)

// relaxSingle, relaxDouble and relaxSome are the kernels of RelaxSingle,
// RelaxDouble and RelaxSome, by level.
var (
	relaxSingle [levels]func(lanes *float32, row int, ends *int32, lengths *float32, count int, idle *uint8, better *int32) (found int, least float32)
	relaxDouble [levels]func(lanes *float64, row int, ends *int32, lengths *float64, count int, idle *uint8, better *int32) (found int, least float64)
	relaxSome   [levels]func(lanes *float64, row int, ends *int32, lengths *float64, count int, idle *uint8, better *int32, floors *float64, floor *uint8) (found int, least float64)
)

// RelaxSingle is a step of as many searches for shortest paths as a row has
// lanes. lanes holds a row of SingleLanes distances for each vertex; the edges
// of vertex row end at the vertices ends and have the given lengths. For each
// edge e, in order, and each lane it lowers the distance at the far end to the
// distance at the near end plus the length, rounded to float32, if that is less.
//
// Into better it writes, in order, the e that lowered a lane and whose far end
// is idle: idle is 1 for those vertices and 0 for the others. It returns how many
// they are, and the least lane of the near end. better must be longer than ends
// by one at least, as what follows the last e is written too. Distances are no
// NaN; lengths are not negative; ends are vertices that lanes and idle have, and
// row is none of them.
func RelaxSingle(lanes []float32, row int, ends []int32, lengths []float32, idle []uint8, better []int32) (found int, least float32) {
	near, better := lanes[row*SingleLanes:(row+1)*SingleLanes], better[:len(ends)+1]
	if kernel := relaxSingle[Current()]; kernel != nil && len(ends) > 0 {
		return kernel(&lanes[0], row, &ends[0], &lengths[0], len(ends), &idle[0], &better[0])
	}
	return relax(lanes, near, ends, lengths, idle, better)
}

// RelaxDouble is RelaxSingle in float64, with rows of DoubleLanes.
func RelaxDouble(lanes []float64, row int, ends []int32, lengths []float64, idle []uint8, better []int32) (found int, least float64) {
	near, better := lanes[row*DoubleLanes:(row+1)*DoubleLanes], better[:len(ends)+1]
	if kernel := relaxDouble[Current()]; kernel != nil && len(ends) > 0 {
		return kernel(&lanes[0], row, &ends[0], &lengths[0], len(ends), &idle[0], &better[0])
	}
	return relax(lanes, near, ends, lengths, idle, better)
}

// RelaxSome is RelaxDouble where some lanes lack some edges: what edge e relaxes by
// is the near end plus the row floor[e] of floors, then plus the length, so that
// lanes with an infinite floor stay as they are. Floors hold rows of DoubleLanes,
// zero for lanes that have the edge.
func RelaxSome(lanes []float64, row int, ends []int32, lengths []float64, idle []uint8, better []int32, floors []float64, floor []uint8) (found int, least float64) {
	near, better := lanes[row*DoubleLanes:(row+1)*DoubleLanes], better[:len(ends)+1]
	if kernel := relaxSome[Current()]; kernel != nil && len(ends) > 0 {
		return kernel(&lanes[0], row, &ends[0], &lengths[0], len(ends), &idle[0], &better[0], &floors[0], &floor[0])
	}
	var raised [DoubleLanes]float64
	for e := range ends {
		for l, v := range floors[int(floor[e])*DoubleLanes:][:DoubleLanes] {
			raised[l] = near[l] + v
		}
		fell, _ := relax(lanes, raised[:], ends[e:e+1], lengths[e:e+1], idle, better[found:])
		better[found] = int32(e)
		found += fell
	}
	return found, slices.Min(near)
}

// relax is the two in portable Go.
func relax[T float32 | float64](lanes, near []T, ends []int32, lengths []T, idle []uint8, better []int32) (found int, least T) {
	for e, end := range ends {
		far, length := lanes[int(end)*len(near):][:len(near)], lengths[e]
		var lower uint8
		for l, v := range near {
			if v += length; v < far[l] {
				far[l], lower = v, 1
			}
		}
		better[found] = int32(e)
		found += int(lower & idle[end])
	}
	least = near[0]
	for _, v := range near[1:] {
		least = min(least, v)
	}
	return found, least
}
