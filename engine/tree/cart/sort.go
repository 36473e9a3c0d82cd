package cart

import "slices"

// codeShift is where codes stand in the keys of a node, above what comes along.
const codeShift = 32

// sortByCode orders the keys of a node by their codes, which lie from low to high.
// Keys of equal code keep their order, but in few of them they are ordered too. It
// returns the sorted keys, which may lie in spare.
func sortByCode(keys, spare []uint64, low, high uint32) []uint64 {
	const few = 32
	if len(keys) <= few {
		insertionSort(keys)
		return keys
	}
	spare = spare[:len(keys)]
	for shift := 0; (high-low)>>shift > 0; shift += 8 {
		var at [256]uint32
		for _, key := range keys {
			at[uint8((uint32(key>>codeShift)-low)>>shift)]++
		}
		var before uint32
		for digit, count := range at {
			at[digit] = before
			before += count
		}
		for _, key := range keys {
			place := &at[uint8((uint32(key>>codeShift)-low)>>shift)]
			spare[*place] = key
			*place++
		}
		keys, spare = spare, keys
	}
	return keys
}

func insertionSort(keys []uint64) {
	for i := 1; i < len(keys); i++ {
		key, j := keys[i], i
		for ; j > 0 && keys[j-1] > key; j-- {
			keys[j] = keys[j-1]
		}
		keys[j] = key
	}
}

// grown returns a slice of n elements in the room of s, or in a larger one.
func grown[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
