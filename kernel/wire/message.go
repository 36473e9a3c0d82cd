package wire

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

// Version is the version of the Jupyter messaging protocol that headers carry.
const Version = "5.5"

// A Header names a message.
type Header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"` // ISO 8601, UTC
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
	Subshell string `json:"subshell_id,omitempty"` // which subshell a request is for; "" is the main shell
}

// NewHeader returns the header of a new message of a session.
func NewHeader(session, kind string) Header {
	return Header{
		ID:       uuid.NewString(),
		Session:  session,
		Username: "kernel",
		Date:     time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"),
		Type:     kind,
		Version:  Version,
	}
}

// A Message is a Jupyter message. Its dictionaries stay as they came: what a
// reply quotes of a request it quotes to the letter, unknown keys included.
type Message struct {
	// Identities is the route back to the sender, one frame a hop. A message
	// to publish has its topic there.
	Identities [][]byte

	Header   Header
	Verbatim json.RawMessage // the header as it came; Encode prefers it to Header
	Parent   json.RawMessage // the header of the request this answers; empty means none
	Metadata json.RawMessage // empty means {}
	Content  json.RawMessage // empty means {}
	Buffers  [][]byte        // raw data beside the dictionaries
}

// Reply returns a message on the same route that has m as its parent.
func (m Message) Reply(header Header, content json.RawMessage) Message {
	return Message{Identities: m.Identities, Header: header, Parent: m.Verbatim, Content: content}
}
