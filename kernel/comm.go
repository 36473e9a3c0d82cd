package kernel

import (
	"encoding/json"
	"fmt"
	"sync"
)

// A Correspondent is a language whose objects talk to objects of a front end,
// as widgets do, over comms.
type Correspondent interface {
	// Converse takes up a comm that a front end has opened for a target. It
	// returns nil to refuse, as for a target that it does not know. What the
	// language says on the comm goes to say, now or later, from any goroutine.
	Converse(target string, first Talk, say func(Talk)) Comm
}

// A Comm is a language's end of a channel to an object of a front end. Its
// methods are called by the shell that the front end's message came to.
type Comm interface {
	Hear(Talk)  // takes a message
	Close(Talk) // takes the last one
}

// A Talk is what a message on a comm carries.
type Talk struct {
	Data    json.RawMessage // a JSON object
	Buffers [][]byte        // raw data beside it
}

// comms are the channels that are open, by their ids.
type comms struct {
	mu   sync.Mutex
	open map[string]*openComm
}

type openComm struct {
	target string
	end    Comm
	parent json.RawMessage // the last message of the front end
}

type commContent struct {
	ID     string          `json:"comm_id"`
	Target string          `json:"target_name,omitempty"`
	Data   json.RawMessage `json:"data"`
}

// commOpen offers a comm to the language, and closes it if nobody takes it.
func (k *kernel) commOpen(r *request) {
	c, talk, err := readComm(r)
	if err != nil {
		k.fail(r, err)
		return
	}
	opened := &openComm{target: c.Target, parent: r.Verbatim}
	if lang, can := k.lang.(Correspondent); can {
		opened.end = lang.Converse(c.Target, talk, func(t Talk) { k.sendComm(opened, c.ID, t) })
	}
	if opened.end == nil {
		k.iopub.post(r.Verbatim, "comm_close", commContent{ID: c.ID, Data: orEmptyObject(nil)})
		return
	}
	k.comms.mu.Lock()
	defer k.comms.mu.Unlock()
	k.comms.open[c.ID] = opened
}

// sendComm sends a message of the language on a comm.
func (k *kernel) sendComm(on *openComm, id string, t Talk) {
	k.comms.mu.Lock()
	parent := on.parent
	k.comms.mu.Unlock()
	k.iopub.postRaw(parent, "comm_msg", commContent{ID: id, Data: orEmptyObject(t.Data)}, t.Buffers)
}

// commMessage passes a message on; one to a comm that is not open is dropped,
// for the front end has been told.
func (k *kernel) commMessage(r *request) {
	c, talk, err := readComm(r)
	if err != nil {
		k.fail(r, err)
		return
	}
	if at := k.comms.find(c.ID, r.Verbatim); at != nil {
		at.end.Hear(talk)
	}
}

// commClose ends a comm.
func (k *kernel) commClose(r *request) {
	c, talk, err := readComm(r)
	if err != nil {
		k.fail(r, err)
		return
	}
	if at := k.comms.find(c.ID, r.Verbatim); at != nil {
		k.comms.mu.Lock()
		delete(k.comms.open, c.ID)
		k.comms.mu.Unlock()
		at.end.Close(talk)
	}
}

// find returns the comm that a message is for, nil if it is not open.
func (c *comms) find(id string, message json.RawMessage) *openComm {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.open[id]
	if at != nil {
		at.parent = message
	}
	return at
}

// readComm reads a message of a comm. Such messages have no reply.
func readComm(r *request) (commContent, Talk, error) {
	r.replied = true
	var c commContent
	if err := json.Unmarshal(r.Content, &c); err != nil {
		return c, Talk{}, malformed(r, err)
	}
	if c.ID == "" {
		return c, Talk{}, malformed(r, fmt.Errorf("comm_id is missing"))
	}
	return c, Talk{orEmptyObject(c.Data), r.Buffers}, nil
}

// orEmptyObject returns data, or an empty object in its place: front ends fail
// on messages without one.
func orEmptyObject(data json.RawMessage) json.RawMessage {
	if len(data) == 0 {
		return json.RawMessage("{}")
	}
	return data
}

type commInfoRequest struct {
	Target string `json:"target_name"` // empty for all
}

type commInfoReply struct {
	status
	Comms map[string]commInfo `json:"comms"`
}

type commInfo struct {
	Target string `json:"target_name"`
}

// commInfo lists the open comms of a target.
func (k *kernel) commInfo(q commInfoRequest) (commInfoReply, error) {
	k.comms.mu.Lock()
	defer k.comms.mu.Unlock()
	reply := commInfoReply{ok, map[string]commInfo{}}
	for id, c := range k.comms.open {
		if q.Target == "" || q.Target == c.target {
			reply.Comms[id] = commInfo{c.target}
		}
	}
	return reply, nil
}
