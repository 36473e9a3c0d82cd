//go:build !go1.27

package std

// Additions is empty: Library is of the release that this program is built
// with.
var Additions map[string][]entry
