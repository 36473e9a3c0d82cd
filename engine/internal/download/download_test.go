package download

import (
	"testing"
	"time"
)

func TestAge(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "just now", time.Minute: "1 minute ago", 119 * time.Minute: "1 hour ago", 47 * time.Hour: "1 day ago", 1000 * time.Hour: "41 days ago"} {
		if got := formatAge(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
