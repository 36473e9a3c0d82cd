package kernel

import (
	"github.com/google/uuid"
)

type subshellContent struct {
	ID string `json:"subshell_id"`
}

type subshellReply struct {
	status
	subshellContent
}

// createSubshell opens a shell beside the others.
func (k *kernel) createSubshell(empty) (subshellReply, error) {
	id := uuid.NewString()
	k.open(k.ctx, id)
	return subshellReply{ok, subshellContent{id}}, nil
}

// deleteSubshell ends a subshell: the cell at work in it is interrupted, and
// what waits behind it is refused.
func (k *kernel) deleteSubshell(q subshellContent) (status, error) {
	s := k.shells.find(q.ID)
	if s == nil || q.ID == "" {
		return status{}, noSubshell(q.ID)
	}
	s.end()
	if at := k.shells.runningIn(s); at != nil {
		at.cancel(errInterrupted)
	}
	return ok, nil
}

type subshellsReply struct {
	status
	IDs []string `json:"subshell_id"` // the protocol has the singular
}

// listSubshells lists the subshells in the order in which they were opened.
func (k *kernel) listSubshells(empty) (subshellsReply, error) {
	return subshellsReply{ok, k.shells.subshells()}, nil
}
