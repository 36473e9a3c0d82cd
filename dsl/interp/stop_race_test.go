package interp

import (
	"context"
	"testing"
	"time"
)

// TestStopIsSeenByWhoWakes: what a cancellation itself wakes, such as a pause, sees
// that the cell is over, however soon it goes on.
func TestStopIsSeenByWhoWakes(t *testing.T) {
	if testing.Short() {
		t.Skip("long: stops hundreds of cells")
	}
	s := newSession(t, Options{})
	say(s, "In[1]", "import \"time\"\nx := 1")
	for range 300 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(3*time.Millisecond, cancel)
		_, _, _ = s.Run(ctx, "In[2]", "time.Sleep(time.Hour)\nx = 2", &listener{})
	}
	if got := say(s, "In[3]", "x"); got != "= 1\n" {
		t.Errorf("x %s a cell went on after it had been stopped", got)
	}
}
