package unfolding

import (
	"context"
	"errors"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/graph/constraint"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
)

func init() {
	declare(engine.Stage{
		Name:     "eat",
		Summary:  "keeps the distances of some pairs, such as near ones, and stretches the others",
		Formula:  "min (1/|S|) Σ_S (‖y_i−y_j‖²/τ_ij² − 1)² − ν Σ_O ‖y_i−y_j‖²/τ_ij² / r;  z(x) = Zᵀ (K + λI)⁻¹ k(x)",
		Citation: "Khajehpour Tadavani, Ghodsi 2010, Learning an affine transformation for non-linear dimensionality reduction, doi:10.1007/978-3-642-15883-4_2",
		Examples: []string{
			`vshape(n=28) | eat(k=4)`,
			`swissroll(n=150) | holdout(0.3) | eat(k=5, nu=0.01) | gap`,
			`swissroll(n=50, height=10) | eat(k=3, kernel="poly", degree=2) | isometry`,
		},
		Maps: true,
	}, func() engine.Embedder { return new(EAT) })
}

// EAT, embedding by affine transformation, maps rows to the feature space of a kernel
// and from there by an affine map that keeps the distances of some pairs and draws
// the others apart, so that a folded sheet comes to lie flat.
//
//	Y    = argmin (1/|S|) Σ_S (‖y_i − y_j‖²/τ_ij² − 1)² − ν Σ_O (‖y_i − y_j‖²/τ_ij²) / r
//	Z    = Y on its dim principal axes
//	z(x) = Zᵀ (K + λI)⁻¹ k(x)
//
// S are the kept pairs, O the stretched ones, τ the distances that are asked for, and
// r what O would add up to at the lengths of shortest paths along S, so that ν has no
// unit. By itself S are the pairs of which either row is among the other's k nearest
// by the metric before it, O are all others, and τ is that metric. Where more is
// known, it can be said:
//
//	targets=["lat", "long"]  τ between columns of the table, whichever side of features=
//	                         they are on; distance="greatcircle" measures along the globe,
//	                         by degrees, "greatcircle-rad" by radians
//	tau=T                    τ of a Go matrix: a row of coordinates for each row of the
//	                         source, or a square one of distances
//	keep="pairs.csv"         S by lines i, j, tau, rows by their numbers in the source, or
//	                         by a Go matrix of such rows; without tau, τ is as above
//	stretch="pairs.csv"      O in the same way, or "others", or "none"
//
// Of pairs in neither list nothing is asked. Pairs of which a row is not in the
// training part are left out, which a note tells. A graph S in several parts is
// joined by its shortest bridges, as isomap's is.
//
// X n×d → Z n×dim, in the units of τ. With a kernel of full rank Y does not depend on
// it; one of less, such as poly, holds Y to the range of K. The kernels are
//
//	rbf          exp(−‖x − x′‖²/2σ²)
//	linear       x·x′
//	poly         (x·x′/σ² + offset)^degree, homogeneous where offset is 0
//	sigmoid      tanh(x·x′/σ² + offset)
//	precomputed  the table itself is K
//
// σ is by itself three times the median distance to the nearest row for rbf, √d for
// the others. Two notes tell of a σ that is too small to reach from row to row, and of
// one so large that K loses its rank. λ, by itself 1e-3 of K's mean diagonal, or 1e-8 where
// places are held to its range, keeps the map from going through each place exactly;
// 1e-12 does that. Tension makes
// kept distances a little too long, by 3 % at ν = 0.1 and 0.3 % at 0.01; a note tells.
//
// The optimum is found by semidefinite.Solve, and certified by the smallest eigenvalue
// of its dual slack: a note tells the gap, and an optimum that is not certified is not
// called one. With prune="yes" the kept pair under most tension is dropped again and
// again, while it is under more than 7 times the median: short circuits go first.
//
// Copies of a row have one place. More than 2000 distinct rows are placed by 1000 of
// them that lie far from each other, and the map; landmarks= asks for another number.
// Time O(|S| + n²) for each dimension and step, memory n² numbers, asked for before
// they are taken. It fails for k ≥ n, rows that are all equal, distances that are not
// above zero between rows that differ, a kernel that is not positive semidefinite, and
// more dimensions than the places have. It is deterministic (Khajehpour Tadavani,
// Ghodsi 2010, doi:10.1007/978-3-642-15883-4_2; the low-rank form: Burer, Monteiro
// 2003, doi:10.1007/s10107-002-0352-8).
//
// Deviations: the distances are kept softly, not exactly, since those of dense graphs
// leave the exact programme no inner point; Y is centred before its principal axes are
// taken; the map has a ridge; duplicates, which the paper divides by, are merged.
type EAT struct {
	K   int     // neighbours of each row whose distances are kept, or engine.Auto
	Dim int     // dimensions
	Nu  float64 // ν, how much stretching counts beside the kept distances

	Kernel string  // "rbf", "linear", "poly", "sigmoid" or "precomputed"
	Sigma  float64 // bandwidth σ, or engine.Auto
	Lambda float64 // ridge λ of the map, or engine.Auto
	Degree int     // of poly
	Offset float64 // of poly and sigmoid

	Targets  []string // columns that distances are measured between
	Tau      any      // the same as a matrix, or the distances
	Distance string   // constraint.Straight, GreatCircle or GreatCircleRadians
	Keep     any      // a file or matrix of kept pairs, nil for neighbours
	Stretch  any      // "others", "none", or a file or matrix of stretched pairs
	Prune    string   // "yes" or "no"

	Landmarks int // rows that are unfolded where there are more, or engine.Auto
}

// Params declares the parameters.
func (m *EAT) Params(p *engine.Params) {
	p.Int(&m.K, "k", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "neighbours of each row whose distances are kept; auto is 3 of up to 60 rows, else 6").Simpler(engine.Smaller)
	p.Int(&m.Dim, "dim", 2, engine.AtLeast(1), "dimensions of the embedding").Simpler(engine.Smaller)
	p.Float(&m.Nu, "nu", 0.1, engine.Above(0), "how much stretching counts beside the kept distances: small values keep them more exactly").Simpler(engine.Smaller)
	p.Text(&m.Kernel, "kernel", "rbf", engine.OneOf("rbf", "linear", "poly", "sigmoid", precomputed), "similarity of rows that the map is made of; precomputed takes the table itself for it")
	p.Float(&m.Sigma, "sigma", engine.Auto, engine.OrAuto(engine.Above(0)), "bandwidth in exp(−‖x−x'‖²/2sigma²); auto is 3 times the median distance to the nearest training row").Simpler(engine.Larger)
	p.Float(&m.Lambda, "lambda", engine.Auto, engine.OrAuto(engine.Above(0)), "ridge of the map: 1e-12 goes through the placed rows; auto is 1e-3 of the kernel's mean diagonal, or 1e-8 where that lacks rank").Simpler(engine.Larger)
	p.Int(&m.Degree, "degree", 3, engine.AtLeast(1), "power of the poly kernel").Quietly().Simpler(engine.Smaller)
	p.Float(&m.Offset, "offset", 1, engine.AnyValue(), "constant of the poly and sigmoid kernels; 0 makes poly homogeneous").Quietly()
	p.Texts(&m.Targets, "targets", "columns between which the distances to keep are measured, such as true coordinates; by itself the metric before it")
	p.Any(&m.Tau, "tau", "the distances to keep as a Go matrix: n×n, or coordinates of each row of the source to measure between").Quietly()
	p.Text(&m.Distance, "distance", constraint.Straight, engine.OneOf("", constraint.Straight, constraint.GreatCircle, constraint.GreatCircleRadians), "how targets are measured: along a line, or along the globe for latitude and longitude in degrees or radians").Quietly()
	p.Any(&m.Keep, "keep", "pairs whose distance is kept: a file of lines i,j,tau by the rows' numbers in the source, or a Go matrix of such rows; by itself neighbours").Quietly()
	p.Any(&m.Stretch, "stretch", "pairs that are drawn apart: others, none, or a list as for keep; by itself others").Quietly()
	p.Text(&m.Prune, "prune", "no", engine.OneOf("", "yes", "no"), "whether kept pairs under far more tension than others are dropped").Quietly()
	p.Int(&m.Landmarks, "landmarks", engine.Auto, engine.OrAuto(engine.AtLeast(3)), "rows that are unfolded, the map takes the others along; auto is all up to 2000, else 1000").Quietly()
}

// Restrict keeps the columns of training rows where the table is a kernel.
func (m *EAT) Restrict(rows []int) (columns []int) {
	if m.Kernel != precomputed {
		return nil
	}
	return slices.Clone(rows)
}

// Fingerprint tells lists of pairs by the content of their files; Go values have none.
func (m *EAT) Fingerprint() (string, error) {
	if m.Tau != nil {
		return "", errNoFile
	}
	var prints []string
	for _, l := range m.lists() {
		path, is := l.value.(string)
		if !is {
			return "", errNoFile
		}
		print, err := constraint.Fingerprint(path)
		if err != nil {
			return "", err
		}
		prints = append(prints, l.param, print)
	}
	return strings.Join(prints, " "), nil
}

var errNoFile = errors.New("a Go value has no fingerprint")

// Probe reads lists of pairs, and tells what is wrong with them before any run.
func (m *EAT) Probe() error {
	for _, l := range m.lists() {
		if _, err := constraint.Read(context.Background(), l.param, l.value); err != nil {
			return err
		}
	}
	return nil
}

// ReadsLabels reports whether columns lead it, which may be what is to be learned.
func (m *EAT) ReadsLabels() bool { return len(m.Targets) > 0 }

// Embed places the rows of s.
func (m *EAT) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	if _, err := check.Distances(s); err != nil {
		return nil, err
	}
	if err := check.Finite(s); err != nil {
		return nil, err
	}
	distinct := constraint.Distinct(ctx, s.X)
	if len(distinct.Rows) == 1 {
		return nil, spectral.Identical()
	}
	if count := m.landmarkCount(len(distinct.Rows)); count > 0 {
		return m.embedLandmarks(ctx, s, distinct, count)
	}
	similar, err := m.similarity(parallel.Part(ctx, 0, 0.1), s, distinct)
	if err != nil {
		return nil, err
	}
	targets, err := m.targets(ctx, s)
	if err != nil {
		return nil, err
	}
	rows := constraint.Rows{Distinct: distinct, Source: s.Rows, Tau: distinct.Among(targets)}
	pairs, err := m.pairs(parallel.Part(ctx, 0.1, 0.2), rows)
	if err != nil {
		return nil, err
	}
	found, err := m.unfold(parallel.Part(ctx, 0.2, 0.9), &pairs, similar)
	if err != nil {
		return nil, err
	}
	if rank := found.Rank(); m.Dim > rank {
		return nil, check.TooManyDimensions(m.Dim, rank, "dimensions that the unfolded rows have")
	}
	spectral.RemarkEqual(ctx, spectral.Clusters(found.Spectrum), m.Dim)
	z := firstColumns(found.Y, m.Dim)
	own, err := similar.fit(parallel.Part(ctx, 0.9, 1), z, m.Lambda)
	if err != nil {
		return nil, err
	}
	e := &engine.Embedding{Y: distinct.Spread(z), Spectrum: found.Spectrum, Graph: distinct.SpreadGraph(pairs.keep), Map: own, Proof: &found.Proof}
	if m.Keep == nil {
		e.Target = targets
	}
	remarkProof(ctx, found)
	return e, nil
}

// targets are the distances to keep; those of a given kernel are in its feature space.
func (m *EAT) targets(ctx context.Context, s engine.Sample) (engine.Distances, error) {
	if m.Kernel == precomputed && len(m.Targets) == 0 && m.Tau == nil {
		return featureDistances{s.X}, nil
	}
	return constraint.Targets{Columns: m.Targets, Matrix: m.Tau, Distance: m.Distance}.Of(ctx, s)
}

// landmarkCount is how many of n distinct rows are unfolded, zero for all.
func (m *EAT) landmarkCount(n int) int {
	const most, usual = 2000, 1000
	switch {
	case m.Kernel == precomputed: // n² numbers are there
		return 0
	case m.Landmarks == engine.Auto && n > most:
		return usual
	case m.Landmarks == engine.Auto || m.Landmarks >= n:
		return 0
	}
	return m.Landmarks
}
