package form

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/fit/kmeans"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/random"
	"unfold/engine/linear/affine"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:       "pieces",
		Summary:    "maps every row by the linear map of its piece of the data",
		Formula:    "z = Σ_k r_k(x) (L_k p_k(x) + l_k),  p_k(x) = Ω_k (x − w_k),  d_k = ‖p_k‖²",
		Citation:   "Bunte, Biehl, Hammer 2012, doi:10.1162/NECO_a_00250",
		Examples:   []string{`waveform(n=300) | scale | sne(map=pieces(liram(rank=5))) | knn`, `swissroll(n=300) | nerv(map=pieces(count=12, borders="soft"))`, `swissroll(n=300) | lle(map=pieces(som, count=12, borders="soft"))`},
		Maps:       true,
		Unlabelled: true,
	}, func() engine.Form { return new(Pieces) })
}

// Pieces are maps that are linear about each of some centres, so that together they may
// bend.
//
//	z = Σ_k r_k(x) (L_k p_k(x) + l_k),  p_k(x) = Ω_k (x − w_k),  d_k(x) = ‖p_k(x)‖²
//	r_k = 1 for the nearest centre, or exp(−d_k/2s²) / Σ_j exp(−d_j/2s²)
//
// with L_k dim×M and l_k for each piece. By a predictor with prototypes, pieces(liram), w_k
// and Ω_k are what it learns from the labelled rows, in its coded columns: rows of a class
// are kept together, and the M directions are those that tell classes apart. Rows without
// a label are placed, not learned from. Otherwise p_k are the differences, in the columns
// as they are, from centres w_k along the ten leading principal axes of all rows: from the
// means of count groups of rows, or from the units of a self-organising map, pieces(som),
// which lie in a grid that follows the rows and need no classes either.
//
// Crisp borders, between pieces, leave gaps and steps in the map; soft ones none. s is in
// the unit of √d, and the wider it is the more pieces blur into one another.
//
// Coordinates are brought to variance one over all rows and pieces. A predictor may have
// learned to overlook all that the rows of a class differ in, so that unseen rows differ
// more than they: slopes L_k that would throw those far out cost, where they are as large
// as the images are spread, a thousandth of the cost that the descent starts from. Where a piece
// has fewer than M + 1 rows, all parameters cost a millionth, and a note tells it. A start
// near given places is that of least squares in each piece, with a ridge of as much.
//
// Time O(n (M + 1) dim) an evaluation beside that of the cost, as many times as there are
// pieces where borders are soft; memory O(n M) or O(n K M), which it asks for. It fails for
// cells that are not finite, for rows that are all equal, and without classes where pieces
// are learned from these. What is drawn comes from the seed, or from that of the stage, and
// of equally near centres the first is taken (Bunte, Biehl, Hammer 2012,
// doi:10.1162/NECO_a_00250; Teh, Roweis 2002, Automatic alignment of local
// representations). Departs from there in p_k = Ω_k (x − w_k), where Ω_k x − w_k is
// printed, whose sizes do not fit, in the start and in what slopes cost.
type Pieces struct {
	By      engine.Quantiser // whose prototypes or units pieces are about, or nil
	Count   int              // K, unless a stage tells
	Borders string           // "crisp" or "soft"
	Width   float64          // s, or engine.Auto
	Seed    int
}

// Params declares the parameters.
func (m *Pieces) Params(p *engine.Params) {
	p.Stage(&m.By, "by", engine.PredictorRole, nil, "what the pieces lie about: prototypes of classes, or units; auto is the means of groups of rows").OfAnyRole("a stage with prototypes or units").Quietly()
	p.Int(&m.Count, "count", 8, engine.AtLeast(1), "how many groups of rows there are, or about how many units where som is not told; prototypes go by classes").Simpler(engine.Smaller)
	p.Text(&m.Borders, "borders", "crisp", engine.OneOf("crisp", "soft"), "whether a row has the map of its piece, or means of those near it")
	p.Float(&m.Width, "width", engine.Auto, engine.OrAuto(engine.Above(0)), "how far soft borders reach; auto is a tenth of the median distance from a centre").Quietly()
	p.Int(&m.Seed, "seed", 1, engine.AtLeast(0), "seed of the groups").Quietly()
}

// ReadsLabels reports whether pieces are learned from classes.
func (m *Pieces) ReadsLabels() bool {
	_, learns := m.By.(engine.Learner)
	return learns
}

// Bind finds the pieces of the rows of s.
func (m *Pieces) Bind(ctx context.Context, s engine.Sample, dim int) (engine.Maps, error) {
	if err := bindable(s, dim); err != nil {
		return nil, err
	}
	centres, err := m.quantise(ctx, s)
	if err != nil {
		return nil, err
	}
	count, directions := centres.Count(), centres.Directions()
	numbers := uint64(s.Len()) * uint64(directions+2)
	if m.Borders == "soft" {
		numbers *= uint64(count)
	}
	if err := memory.Claim(ctx, 8*numbers, fmt.Sprintf("the coordinates of %d rows about %d centres", s.Len(), count), remedy.Set("borders", "crisp").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	c := &pieces{Codebook: centres, soft: m.Borders == "soft", width: m.Width}
	if err := c.measure(ctx, s.X); err != nil {
		return nil, err
	}
	return newPieceMaps(ctx, c, s.X, dim)
}

// most is how many directions pieces have unless a stage tells.
const most = 10

// quantise finds the centres: by a stage, or as means of groups of the rows.
func (m *Pieces) quantise(ctx context.Context, s engine.Sample) (engine.Codebook, error) {
	if m.By != nil {
		found, err := m.By.Quantise(ctx, s, m.Count)
		return found, engine.BlameArgument(err, "by", m.By)
	}
	const settling = 100
	groups, err := kmeans.Means(ctx, s.X, m.Count, settling, random.New(m.Seed, "pieces of a map"))
	if err != nil {
		return nil, err
	}
	if got, _ := groups.Means.Dims(); got < m.Count {
		engine.Remark(ctx, "the map has %d pieces, as many as rows differ", got)
	}
	return affine.About(ctx, s.X, groups.Means, most)
}
