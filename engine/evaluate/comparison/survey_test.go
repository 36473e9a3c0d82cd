package comparison

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unfold/engine/evaluate/evidence"
	"unfold/engine/figure"
)

// sets makes data sets from a table of mean scores; NaN is a recipe that failed.
func sets(names []string, means [][]float64) (all []Set) {
	for i, row := range means {
		set := Set{Data: "d" + string(rune('a'+i))}
		for j, mean := range row {
			e := Entry{Name: names[j], Failed: errors.New("too few rows")}
			if !math.IsNaN(mean) {
				e.Report, e.Failed = higher(mean-0.01, mean+0.02, mean-0.01), nil
			}
			set.Entries = append(set.Entries, e)
		}
		all = append(all, set)
	}
	return all
}

// demsar is table 6 of Demšar 2006 (jmlr.org/papers/v7/demsar06a.html); on voting
// the last two are printed as equal and ranked apart.
var demsar = [][]float64{
	{0.763, 0.768, 0.771, 0.798}, {0.599, 0.591, 0.590, 0.569}, {0.954, 0.971, 0.968, 0.967}, {0.628, 0.661, 0.654, 0.657},
	{0.882, 0.888, 0.886, 0.898}, {0.936, 0.931, 0.916, 0.931}, {0.661, 0.668, 0.609, 0.685}, {0.583, 0.583, 0.563, 0.625},
	{0.775, 0.838, 0.866, 0.875}, {1, 1, 1, 1}, {0.940, 0.962, 0.965, 0.962}, {0.619, 0.666, 0.614, 0.669},
	{0.972, 0.981, 0.9754, 0.975}, {0.957, 0.978, 0.946, 0.970},
}

var trees = []string{"plain", "m", "cf", "m+cf"}

func TestSurveyOfDemsar(t *testing.T) {
	s, err := Over(sets(trees, demsar), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if chi2 := s.Friedman.Chi2 * s.Friedman.Ties; math.Abs(chi2-9.28) > 0.005 || math.Abs(s.Critical-1.25) > 0.005 {
		t.Errorf("χ² without ties %.3f, critical difference %.3f", chi2, s.Critical)
	}
	if order := s.Order(); !slices.Equal(order, []int{3, 1, 2, 0}) {
		t.Errorf("order %v", order)
	}
	// At 0.05 Nemenyi tells no pair apart: 3.143 − 1.964 is under 1.25.
	if s.Refused != nil || !slices.EqualFunc(s.Groups, [][]int{{3, 1, 2, 0}}, slices.Equal) {
		t.Errorf("%v, groups %v", s.Refused, s.Groups)
	}
	if p := s.pairOf(1, 0); p.Record != (evidence.Record{Wins: 2, Ties: 2, Losses: 10}) {
		t.Errorf("plain against m: %+v", p.Record)
	}
	table := s.Table()
	if len(table.Rows) != 15 || table.Rows[14][0].Text != "mean rank" || table.Rows[14][5].Text != "1.96" || table.Rows[14][5].Mark != figure.Best || table.Rows[14][2].Mark != figure.Tied {
		t.Errorf("last row %+v", table.Rows[len(table.Rows)-1])
	}
	if names := layerNames(s.Figures()[0]); !slices.Contains(names, "critical difference") {
		t.Errorf("layers %v", names)
	}
	foot := strings.Join(table.Foot, "\n")
	for _, word := range []string{"n = 14 data sets", "4 recipes", "Iman–Davenport F = ", "with 3 and 39", "critical difference of mean ranks 1.25 at 0.05", "independent"} {
		if !strings.Contains(foot, word) {
			t.Errorf("%q is missing under the table:\n%s", word, foot)
		}
	}
}

func TestSurveyByWilcoxon(t *testing.T) {
	s, err := Over(sets(trees, demsar), Options{PostHoc: Wilcoxon})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.Pairs {
		if p.Apart != (p.Holm <= Alpha) {
			t.Errorf("%+v", p)
		}
	}
	for _, group := range s.Groups {
		for i, a := range group {
			for _, b := range group[i+1:] {
				if s.pairOf(a, b).Apart {
					t.Errorf("group %v joins %s and %s, which are told apart", group, s.Names[a], s.Names[b])
				}
			}
		}
	}
	if foot := strings.Join(s.Table().Foot, "\n"); !strings.Contains(foot, "Wilcoxon") || !strings.Contains(foot, "6 pairs") || strings.Contains(foot, "Nemenyi") {
		t.Error(foot)
	}
	if names := layerNames(s.Figures()[0]); slices.Contains(names, "critical difference") {
		t.Errorf("layers %v: there is no one critical difference", names)
	}
}

func TestHolesLeaveTheTests(t *testing.T) {
	means := append(slices.Clone(demsar[:6]), []float64{0.7, math.NaN(), 0.8, 0.9}, []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()})
	s, err := Over(sets(trees, means), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Ranking.Sets != 6 || len(s.Sets) != 8 || !slices.Equal(s.Whole, []int{0, 1, 2, 3, 4, 5}) {
		t.Errorf("%d sets of %d were ranked", s.Ranking.Sets, len(s.Sets))
	}
	table := s.Table()
	foot := strings.Join(table.Foot, "\n")
	for _, word := range []string{"m on dg without a result — too few rows.", "plain, m, cf, m+cf on dh without a result — too few rows.", "leave out 2 data sets", "n = 6 data sets"} {
		if !strings.Contains(foot, word) {
			t.Errorf("%q is missing:\n%s", word, foot)
		}
	}
	if row := table.Rows[6]; row[3].Text != "—" || row[4].Text != "0.8000" {
		t.Errorf("%v", row)
	}
}

func TestSurveyRefuses(t *testing.T) {
	few, err := Over(sets(trees, demsar[:4]), Options{})
	if err != nil {
		t.Fatal(err)
	}
	foot := strings.Join(few.Table().Foot, "\n")
	if few.Refused == nil || few.Groups != nil || !strings.Contains(foot, "No test tells the recipes apart: it needs 5 data sets without holes, and there are 4") || strings.Contains(foot, "p =") {
		t.Error(foot)
	}
	if names := layerNames(few.Figures()[0]); slices.Contains(names, "critical difference") || slices.Contains(names, "not told apart") {
		t.Errorf("layers %v", names)
	}
	if columns := few.Ranks().Columns; len(columns) != 5 {
		t.Errorf("%v", columns)
	}

	hollow := slices.Clone(demsar[:6])
	for i := range hollow {
		hollow[i] = slices.Clone(hollow[i])
		hollow[i][i%4] = math.NaN()
	}
	none, err := Over(sets(trees, hollow), Options{})
	if err != nil || none.Refused == nil || none.Figures() != nil || len(none.Ranks().Rows) != 0 {
		t.Errorf("%v, %v: every data set has a hole", err, none)
	}

	alone, err := Over(sets(trees[:1], [][]float64{{0.5}, {0.6}, {0.7}, {0.8}, {0.9}, {1}}), Options{})
	if err != nil || alone.Refused == nil || len(alone.Table().Rows) != 6 || alone.Figures() != nil {
		t.Errorf("%v, %+v", err, alone)
	}

	mixed := sets(trees, demsar)
	for i := range mixed[0].Entries {
		mixed[0].Entries[i].Report.Transduced = true
	}
	if _, err := Over(mixed, Options{}); err == nil || !strings.Contains(err.Error(), "saw the held rows") {
		t.Errorf("%v", err)
	}
	if _, err := Over(mixed, Options{Mixed: true}); err != nil {
		t.Error(err)
	}
	uneven := sets(trees, demsar)
	uneven[3].Entries = uneven[3].Entries[:2]
	if _, err := Over(uneven, Options{}); err == nil || !strings.Contains(err.Error(), "other recipes") {
		t.Errorf("%v", err)
	}
}

// TestOtherScoresAreHoles: a data set with a response among those with classes
// is left out with its reason, and does not end the survey.
func TestOtherScoresAreHoles(t *testing.T) {
	all := sets(trees, demsar[:7])
	for i := range all[2].Entries {
		all[2].Entries[i].Report.Scores[0].Name = "rmse"
	}
	s, err := Over(all, Options{Predictions: []string{"rmse", "accuracy"}})
	if err != nil || s.Measure != "accuracy" || s.Ranking.Sets != 6 {
		t.Fatalf("%v, %+v", err, s)
	}
	if foot := strings.Join(s.Table().Foot, "\n"); !strings.Contains(foot, "on dc without a result — it has no accuracy, but rmse.") {
		t.Error(foot)
	}
	if all[2].Entries[0].Report == nil {
		t.Error("the sets that were given have changed")
	}
	if _, err := Over(all, Options{Measure: "f1"}); err == nil || !strings.Contains(err.Error(), `no score "f1"`) {
		t.Errorf("%v", err)
	}
}

func TestTwoRecipesBySignedRanks(t *testing.T) {
	var means [][]float64
	for i := range 10 {
		means = append(means, []float64{0.7 + 0.01*float64(i*i), 0.69 + 0.009*float64(i*i)})
	}
	s, err := Over(sets([]string{"a", "b"}, means), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.PostHoc != Wilcoxon || !s.Pairs[0].Apart || len(s.Groups) != 0 || s.Pairs[0].Signed.P != 2.0/1024 {
		t.Errorf("%+v", s.Pairs[0])
	}
	if foot := strings.Join(s.Table().Foot, "\n"); !strings.Contains(foot, "n = 10 differences of 10 without zeros (exact)") || strings.Contains(foot, "Friedman") {
		t.Error(foot)
	}
	if alt := s.Figures()[0].Alt; !strings.Contains(alt, "a 1.00, b 2.00; all are told apart") {
		t.Error(alt)
	}
}

func TestNoPairsWithoutOmnibus(t *testing.T) {
	var means [][]float64
	for i := range 9 {
		row := []float64{0.5, 0.6, 0.7}
		means = append(means, []float64{row[i%3], row[(i+1)%3], row[(i+2)%3]})
	}
	for _, test := range []PostHoc{Nemenyi, Wilcoxon} {
		s, err := Over(sets([]string{"a", "b", "c"}, means), Options{PostHoc: test})
		if err != nil || len(s.Groups) != 1 || len(s.Groups[0]) != 3 || !strings.Contains(strings.Join(s.Table().Foot, "\n"), "does not reject at 0.05") {
			t.Errorf("%v, %+v", err, s)
		}
		if names := layerNames(s.Figures()[0]); slices.Contains(names, "critical difference") || !slices.Contains(names, "not told apart") {
			t.Errorf("layers %v: no difference is critical", names)
		}
	}
}

func layerNames(f *figure.Figure) (names []string) {
	for _, layer := range f.Layers {
		switch l := layer.(type) {
		case figure.Segments:
			names = append(names, l.Name)
		case figure.Points:
			names = append(names, l.Name)
		}
	}
	return names
}

// TestDiagramStrokesNeverCross draws diagrams of random ranks and holds every
// stroke against every other.
func TestDiagramStrokesNeverCross(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		k := 2 + random.IntN(11)
		names, means := make([]string, k), make([][]float64, 8)
		for j := range names {
			names[j] = string(rune('a' + j))
		}
		for i := range means {
			for j := range k {
				means[i] = append(means[i], 0.5+0.02*float64(j)+0.1*random.Float64())
			}
		}
		s, err := Over(sets(names, means), Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := diagram{Survey: s, order: s.Order()}
		stems, left, right := d.names()
		for a := range stems.X0 {
			for b := range a {
				if crosses(stems, a, b) {
					t.Fatalf("strokes %d and %d cross: %+v", a, b, stems)
				}
			}
		}
		heights := map[float64]int{}
		for _, y := range slices.Concat(left.Y, right.Y) {
			heights[y]++
		}
		for y, n := range heights {
			if n > 2 {
				t.Errorf("%d names at height %g", n, y)
			}
		}
		if len(left.Texts)+len(right.Texts) != k || len(left.Texts)-len(right.Texts) > 1 {
			t.Errorf("%d names on the left, %d on the right of %d", len(left.Texts), len(right.Texts), k)
		}
		if s.PostHoc == Nemenyi {
			if bar, _ := d.scale(); math.Abs(bar.X1[0]-bar.X0[0]-s.Critical) > 1e-12 {
				t.Errorf("the bar is %g long, the critical difference %g", bar.X1[0]-bar.X0[0], s.Critical)
			}
		}
	}
}

// crosses reports whether an upright stroke passes through a level one, other
// than at an end.
func crosses(s figure.Segments, a, b int) bool {
	if s.X0[a] != s.X1[a] {
		a, b = b, a
	}
	if s.X0[a] != s.X1[a] || s.Y0[b] != s.Y1[b] {
		return false
	}
	x, y := s.X0[a], s.Y0[b]
	inside := func(v, p, q float64) bool { return v > min(p, q)+1e-9 && v < max(p, q)-1e-9 }
	return inside(x, s.X0[b], s.X1[b]) && inside(y, s.Y0[a], s.Y1[a])
}
