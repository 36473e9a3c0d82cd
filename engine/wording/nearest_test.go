package wording

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"waveform", "wine", "swissroll", "scurve", "Iris"}
	for word, want := range map[string]string{"wavefrom": "waveform", "iris": "Iris", "wave": "waveform", "swisroll": "swissroll", "xyz": "", "": ""} {
		if got := strings.Join(Nearest(word, names), " "); got != want {
			t.Errorf("nearest to %q: %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "acb", 1}, {"abc", "abd", 1}, {"ab", "ba", 1}, {"ca", "abc", 3}, {"größe", "grösse", 2},
	} {
		if got := Distance(c.a, c.b); got != c.want || Distance(c.b, c.a) != c.want {
			t.Errorf("%q %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
