// Package procrustes moves configurations onto each other: two by the turn, scale and
// shift that bring one closest to the other (Similarity, Onto), and several, of which each
// may lack rows of the others, onto their consensus (Align).
//
// It imports the engine's vocabulary and its internal packages. Start at [Onto].
package procrustes
