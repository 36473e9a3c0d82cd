package kernel

import "encoding/json"

// Comms are channels between widgets in a front end and objects in a kernel.
// This kernel offers none: it lists none, and closes what is opened.

type commInfoReply struct {
	status
	Comms map[string]empty `json:"comms"`
}

func (k *kernel) commInfo(empty) commInfoReply {
	return commInfoReply{ok, map[string]empty{}}
}

type commContent struct {
	ID   string `json:"comm_id"`
	Data empty  `json:"data"`
}

// commOpen refuses a comm.
func (k *kernel) commOpen(r *request) {
	r.replied = true // a comm message has no reply
	var c struct {
		ID string `json:"comm_id"`
	}
	if err := json.Unmarshal(r.Content, &c); err != nil {
		k.fault(malformed(r, err))
		return
	}
	k.iopub.post(r.Verbatim, "comm_close", commContent{ID: c.ID})
}

// commIgnore drops a message to a comm that was refused.
func (k *kernel) commIgnore(r *request) { r.replied = true }
