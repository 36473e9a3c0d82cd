package extension

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestTrainedAreImages: the images of the training rows that maps bring which
// were learned together are those of each map alone, to the bit. A map that
// predictors do not learn from, or that was learned alone, brings none.
func TestTrainedAreImages(t *testing.T) {
	x := cloud(1, 150, 3)
	s := engine.Sample{X: x}
	embeddings := []*engine.Embedding{{Y: cloud(2, 150, 2)}, {Y: cloud(3, 150, 3)}}
	for _, kernel := range []string{"rbf", "linear", "poly"} {
		settings := []engine.Extender{
			&KRR{Lambda: 0.03, Kernel: kernel, Degree: 2, Offset: 1, Train: "mapped"},
			&KRR{Lambda: 1e-9, Kernel: kernel, Degree: 2, Offset: 1, Train: "mapped"},
		}
		found, err := settings[0].(*KRR).ExtendJointly(t.Context(), s, embeddings, settings)
		if err != nil {
			t.Fatal(err)
		}
		for i, maps := range found {
			for j, e := range maps {
				if e.Trained == nil || !mat.Equal(e.Trained, images(t, e, x)) {
					t.Errorf("%s: setting %d brings images for embedding %d that are not its own", kernel, i, j)
				}
			}
		}
	}
	placed := []engine.Extender{&KRR{Lambda: 0.03, Kernel: "rbf", Train: "placed"}, &KRR{Lambda: 0.3, Kernel: "rbf", Train: "placed"}}
	found, err := placed[0].(*KRR).ExtendJointly(t.Context(), s, embeddings, placed)
	if err != nil || found[1][1].Trained != nil {
		t.Errorf("images that nobody asks for (%v)", err)
	}
	if e, err := (&KRR{Lambda: 0.03, Kernel: "rbf", Train: "mapped"}).Extend(t.Context(), s, embeddings[0]); err != nil || e.Trained != nil {
		t.Errorf("a map alone brings images (%v)", err)
	}
}
