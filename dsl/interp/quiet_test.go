package interp

import (
	"context"
	"testing"
)

// TestQuietAsSoonAsACellHasEnded asks at once, many times: a goroutine whose
// work is done may need a while to be gone.
func TestQuietAsSoonAsACellHasEnded(t *testing.T) {
	s := newSession(t, Options{})
	loud := 0
	for range 2000 {
		if err := s.runner.Execute(s.runner.New(context.Background(), "In[1]", nil), func() {}); err != nil {
			t.Fatal(err)
		}
		if !s.Quiet() {
			loud++
		}
	}
	if loud > 0 {
		t.Errorf("%d of 2000 cells seemed to run after their end", loud)
	}
}
