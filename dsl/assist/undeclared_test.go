package assist_test

import (
	"context"
	"strings"
	"testing"
)

// TestUndeclared: a name that nothing has, where the line shows what is meant.
func TestUndeclared(t *testing.T) {
	s := documented(t)
	eval(t, s, "counts := 3")
	for code, want := range map[string]string{
		`x = load("waveform")`:                "write x := ..., since = sets what := has declared",
		`data = 3`:                            "write data := ..., since = sets what := has declared",
		`count = 3`:                           "did you mean counts? To declare it, write count := ..., since = sets what := has declared",
		`load(wine)`:                          `write "wine", with quotes; without them it is a Go variable`,
		`load | pca | scatter(color=species)`: `write "species", with quotes; without them it is a Go variable`,
		`load | isomap(k=nowhere)`:            "nothing here has that name; declare it first",
		`load(wine + ".csv")`:                 "nothing here has that name; declare it first",
		`wine == 3`:                           "nothing here has that name; declare it first",
	} {
		_, err := s.Eval(context.Background(), code, nobody{})
		if err == nil || !strings.HasSuffix(err.Error(), "; "+want) {
			t.Errorf("%s\nsays %v\nwant %s", code, err, want)
		}
	}
}
