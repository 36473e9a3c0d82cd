package remedy_test

import (
	"testing"
	"unfold/engine"
	. "unfold/engine/remedy"
)

func TestRemediesReadAsAdvice(t *testing.T) {
	for _, c := range []struct {
		remedy Remedy
		want   string
	}{
		{nil, ""},
		{Say(""), ""},
		{Say("mend %s", "the cell"), "mend the cell"},
		{Put("scale"), "put scale before it"},
		{Put("impute", "scale").Before(engine.EmbedderRole), "put impute or scale before the embedder"},
		{Put("krr").As("a map").After(engine.EmbedderRole), "put a map such as krr after the embedder"},
		{Put("isomap", "mds").As("an embedder").AfterStage(""), "put an embedder such as isomap or mds after it"},
		{Put("scale").BeforeStage("cosine"), "put scale before cosine"},
		{Put("impute").If("cells are missing").Or(Put("scale").If("values are very large")), "put impute before it if cells are missing, or scale if values are very large"},
		{Put("impute").Or(Put("dedupe").After(engine.SourceRole)), "put impute before it, or put dedupe after the source"},
		{Use("krr", "grnn", "barycentre"), "use krr, grnn or barycentre"},
		{Use("none").Which("holds no row").Or(Say("give more rows")), "use none, which holds no row, or give more rows"},
		{Use("holdout", "cv").InsteadOf("transduce").Or(Drop("lda")), "use holdout or cv instead of transduce, or drop lda"},
		{DropAll(engine.MetricRole).Or(Set("graph", "knn")), `drop the metric, or set graph="knn"`},
		{Set("k", 5), "set k to 5"},
		{Set("sigma"), "set sigma"},
		{Set("graph", "gabriel", "knn"), `set graph="gabriel" or graph="knn"`},
		{Set("share", 0.25, 0.5), "set share to 0.25 or 0.5"},
		{Set("landmarks").Or(Set("precision", "single")).Or(FewerRows()), `set landmarks, or precision="single", or take fewer rows: put sample(n=...) after the source`},
		{Raise("sigma").Or(Set("sigma", "auto")), "raise sigma, or set it to auto"},
		{Raise("budget").To(9), "raise budget to 9"},
		{Reduce("dim").To(2), "lower dim to 2 or less"},
		{Raise("k").Or(Raise("eps")), "raise k, or eps"},
		{Reduce("dim").Of(engine.EmbedderRole), "lower dim of the embedder"},
		{Omit("fresh"), "leave fresh out"},
		{Give("groups", "as a Go slice"), "give groups as a Go slice"},
		{Load("name the column", "label", "class"), `name the column: load("file.csv", label="class")`},
		{Load("leave the column out", "features", nil), `leave the column out: load("file.csv", features=...)`},
		{Load("give data alone", "", nil), `give data alone: load("file.csv")`},
		{Put("accuracy").As("a measure").Last().Or(Put("svm").As("a predictor").Last()), "put a measure such as accuracy at the end, or a predictor such as svm"},
	} {
		if got := c.remedy.String(); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

// TestRemediesDoNotShare: what is said of one alternative, or added to a remedy, is
// not said of the remedy that it was made from.
func TestRemediesDoNotShare(t *testing.T) {
	scale := Put("scale")
	after, either := scale.After(engine.SourceRole), scale.Or(Raise("k"))
	other := either.Or(Raise("eps"))
	for remedy, want := range map[*Remedy]string{
		&scale:  "put scale before it",
		&after:  "put scale after the source",
		&either: "put scale before it, or raise k",
		&other:  "put scale before it, or raise k, or eps",
	} {
		if got := remedy.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
