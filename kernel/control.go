package kernel

import "encoding/json"

// interruptRequest ends the cell at work; between cells it does nothing.
func (k *kernel) interruptRequest(empty) status {
	k.interrupt(errInterrupted)
	return ok
}

type shutdownRequest struct {
	Restart bool `json:"restart"`
}

type shutdownReply struct {
	status
	Restart bool `json:"restart"`
}

// shutdown ends the kernel: the reply goes first, then word to every other
// front end, then the kernel. A request that cannot be read is obeyed too, for
// its sender will wait for the end.
func (k *kernel) shutdown(r *request) {
	r.last = true
	var q shutdownRequest
	if err := json.Unmarshal(r.Content, &q); err != nil {
		k.fault(malformed(r, err))
	}
	k.interrupt(errInterrupted)
	reply := shutdownReply{ok, q.Restart}
	k.reply(r, reply)
	k.iopub.post(r.Verbatim, "shutdown_reply", reply)
}
