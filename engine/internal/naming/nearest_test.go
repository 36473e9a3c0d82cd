package naming

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
