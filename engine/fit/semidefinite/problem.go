package semidefinite

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
)

// A Problem is a soft isometry: n points are to keep the lengths of some pairs,
// and are drawn apart otherwise.
type Problem struct {
	// Keep are the kept pairs S and their lengths τ, a connected graph without
	// edges of length zero.
	Keep *engine.Graph
	// AtMost lets kept pairs be shorter than τ.
	AtMost bool
	// Stretch is L, what is drawn apart; nil for nothing.
	Stretch Stretch
	// Nu is ν, how much stretching counts beside the lengths: above zero.
	Nu float64
	// Dim is how many dimensions are wanted; more are looked for, as many as it
	// takes.
	Dim int
	// Tolerance is the gap that is sought, as a share of the objective; zero is 1e-4.
	// Where it is below 1e-13, descents end when the gradient falls no more.
	Tolerance float64

	// Basis (n×r) has orthonormal columns U that all coordinates are combinations
	// of, Y = U R; nil for any Y.
	Basis *mat.Dense
	// Start (n rows) are coordinates to begin with; nil for those that classical
	// scaling makes of the geodesics.
	Start *mat.Dense
	// Geodesics are the lengths of shortest paths along Keep; nil to find them.
	Geodesics engine.Distances
}

// A Solution is the lowest point that was found, and how much lower any other can
// be.
type Solution struct {
	Y        *mat.Dense // n×p, centred, on its principal axes, as many as are not nothing
	Spectrum []float64  // the squared lengths of its columns, falling

	Strain    float64 // the mean of ρ² over kept pairs
	Stretched float64 // ⟨L, Y Yᵀ⟩ / reference
	Reference float64
	Tension   []float64 // ρ = d²/τ² − 1 of each entry of Keep.End

	engine.Proof      // of F(Y), its Objective
	Rounds, Steps int // descents, each with more columns than the last, and their steps
}

// Rank is how many dimensions the solution has: columns above 1e-6 of the first.
func (s *Solution) Rank() int {
	rank := 0
	for _, v := range s.Spectrum {
		if v > 1e-6*s.Spectrum[0] {
			rank++
		}
	}
	return rank
}

// check refuses what has no solution.
func (p *Problem) check() error {
	if p.Keep.Len() < 2 {
		return &engine.Error{Cause: fmt.Sprintf("too few rows to embed: %d", p.Keep.Len()), Remedy: remedy.Say("give at least 2")}
	}
	if !(p.Nu > 0) || math.IsInf(p.Nu, 0) {
		return &engine.Error{Param: "nu", Cause: fmt.Sprintf("nu = %v must be above zero and finite", p.Nu), Remedy: remedy.Set("nu", 0.01)}
	}
	for i := range p.Keep.Len() {
		ends, lengths := p.Keep.Of(i)
		for e, length := range lengths {
			if !(length > 0) || math.IsInf(length, 0) {
				return &engine.Error{
					Cause:  fmt.Sprintf("rows %d and %d are to be %v apart: lengths must be above zero and finite", i, ends[e], length),
					Remedy: remedy.Say("take rows that coincide for one"),
				}
			}
		}
	}
	return nil
}
