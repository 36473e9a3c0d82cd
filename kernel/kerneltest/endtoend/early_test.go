//go:build unix

package endtoend

import (
	"os"
	"strings"
	"testing"

	"unfold/kernel/kerneltest"
	"unfold/kernel/kerneltest/program"
)

// TestInterruptKeepsALayout that is seen while it is found: the first interrupt leaves
// the cell with the layout it has come to, the second ends the cell.
func TestInterruptKeepsALayout(t *testing.T) {
	program.NeedTime(t)
	kernel := program.Start(t)
	c := kerneltest.Connect(t, kernel.Connection)
	const code = "swissroll(n=600) | tsne(steps=100000000)"
	request := c.Send(c.Shell, "execute_request", map[string]any{"code": code})
	awaitPicture(c)
	c.Ask(c.Control, "interrupt_request", struct{}{})
	tr := c.Finish(request)
	if status, name, value, _ := tr.Outcome(); status != "ok" {
		t.Fatalf("the cell ends as %s, %s: %s", status, name, value)
	}
	if !strings.Contains(tr.Result(), "of 100000000 steps, where it was asked to end") {
		t.Errorf("the report does not say how far it came:\n%s", tr.Result())
	}
	if left := tr.Final(); len(left) != 1 {
		t.Errorf("%d outputs are left, want the report alone", len(left))
	}

	request = c.Send(c.Shell, "execute_request", map[string]any{"code": "show(" + code + ")\nimport \"time\"\ntime.Sleep(time.Hour)"})
	awaitPicture(c)
	c.Ask(c.Control, "interrupt_request", struct{}{})
	if err := kernel.Process().Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status, name, value, _ := c.Finish(request).Outcome(); status != "error" || name != "Interrupted" {
		t.Errorf("the cell ends as %s, %s: %s", status, name, value)
	}
}

// awaitPicture waits for a picture of work.
func awaitPicture(c *kerneltest.Client) {
	for {
		m := c.Published()
		if !strings.HasSuffix(m.Header.Type, "display_data") {
			continue
		}
		data, _ := kerneltest.Content(m)["data"].(map[string]any)
		if html, _ := data["text/html"].(string); strings.Contains(html, "<img") {
			return
		}
	}
}
