package cli

import (
	"encoding/json"

	"unfold/kernel"
	"unfold/kernel/worker"
)

// selections is what figures on a page call the comm on which they tell the kernel what
// their reader has selected.
const selections = "unfold.selection"

// A session is the language of the kernel, which figures can talk to.
type session struct{ *worker.Supervisor }

// Converse takes what has been selected, which is all that is said on the comm.
func (s session) Converse(target string, first kernel.Talk, _ func(kernel.Talk)) kernel.Comm {
	var selected struct {
		Rows []int `json:"rows"`
	}
	if target != selections || json.Unmarshal(first.Data, &selected) != nil {
		return nil
	}
	s.Select(selected.Rows)
	return silent{}
}

// A silent comm has nothing more to say or hear.
type silent struct{}

// Hear takes no notice.
func (silent) Hear(kernel.Talk) {}

// Close takes no notice.
func (silent) Close(kernel.Talk) {}
