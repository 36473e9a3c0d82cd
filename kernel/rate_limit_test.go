package kernel

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestFlow(t *testing.T) {
	var f rateLimit
	const share = flowBudget / 4
	for second := range 40 {
		at := time.Duration(second) * time.Second
		if !f.allow(share, at) {
			t.Fatalf("a third of the budget each second is too much after %d s", second)
		}
	}
	const at = 39 * time.Second
	if !f.allow(share, at) || f.allow(share+4, at) {
		t.Error("the budget is not what three seconds hold")
	}
	if !f.allow(share, at+3*time.Second) || !f.allow(flowBudget, at+time.Hour) {
		t.Error("what was printed long ago counts still")
	}
	if f.allow(1, at) {
		t.Error("what comes late makes room")
	}
}

// However text is printed, a stream of a cell takes no more than twenty
// messages a second.
func TestStreamsAreSlow(t *testing.T) {
	if testing.Short() {
		t.Skip("long: counts messages for a second")
	}
	t.Parallel()
	p, messages := testIOPub(t)
	const span = 1200 * time.Millisecond
	go func() {
		for start := time.Now(); time.Since(start) < span; time.Sleep(time.Millisecond) {
			p.print(nil, "stdout", "a")
			p.print(nil, "stderr", "b")
			p.print(nil, "stdout", "c")
		}
		p.post(nil, "end", empty{})
	}()
	count := map[string]int{}
	text := map[string]string{}
	start := time.Now()
	for m := range messages {
		if m.Header.Type == "end" {
			break
		}
		var c streamContent
		if err := json.Unmarshal(m.Content, &c); err != nil {
			t.Fatal(err)
		}
		count[c.Name]++
		text[c.Name] += c.Text
	}
	bound := int(time.Since(start)/streamInterval) + streamTurns
	for name, n := range count {
		if n > bound {
			t.Errorf("%d messages of %s in %v", n, name, time.Since(start))
		}
	}
	if len(text["stdout"]) != 2*len(text["stderr"]) || strings.Trim(text["stderr"], "b") != "" {
		t.Errorf("%d and %d bytes arrived", len(text["stdout"]), len(text["stderr"]))
	}
}
