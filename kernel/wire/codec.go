package wire

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// delimiter parts the route of a message from its body.
var delimiter = []byte("<IDS|MSG>")

// The ways in which frames fail to be a message.
var (
	ErrDelimiter = errors.New("no <IDS|MSG> delimiter")
	ErrShort     = errors.New("fewer than five frames after the delimiter")
	ErrSignature = errors.New("the signature does not match")
	ErrReplay    = errors.New("the message came before")
	ErrJSON      = errors.New("not a JSON dictionary")
	ErrHeader    = errors.New("the header lacks msg_id or msg_type, or they are no strings")
)

// A Codec turns frames into messages and back. The frames of a message are
//
//	identities… | <IDS|MSG> | signature | header | parent | metadata | content | buffers…
//
// where the signature is the hexadecimal HMAC-SHA256 of the four dictionaries
// under the key of the connection, and empty where there is no key.
type Codec struct {
	key  []byte
	seen *history // of what was decoded; nil remembers nothing
}

// NewCodec returns a codec that signs with key; an empty key signs nothing.
func NewCodec(key string) Codec { return Codec{key: []byte(key)} }

// remembering returns a codec that decodes no signed message twice. Its copies
// share the memory.
func (c Codec) remembering() Codec {
	c.seen = new(history)
	return c
}

// Decode reads a message from frames. The message shares their memory.
func (c Codec) Decode(frames [][]byte) (Message, error) {
	cut := 0
	for cut < len(frames) && !bytes.Equal(frames[cut], delimiter) {
		cut++
	}
	if cut == len(frames) {
		return Message{}, fmt.Errorf("wire: %w", ErrDelimiter)
	}
	body := frames[cut+1:]
	if len(body) < 5 {
		return Message{}, fmt.Errorf("wire: %w: %d", ErrShort, len(body))
	}
	signature, dictionaries := body[0], body[1:5]
	if !c.verify(signature, dictionaries) {
		return Message{}, fmt.Errorf("wire: %w", ErrSignature)
	}
	for i, name := range []string{"header", "parent_header", "metadata", "content"} {
		if !isDictionary(dictionaries[i]) {
			return Message{}, fmt.Errorf("wire: %s: %w", name, ErrJSON)
		}
	}
	m := Message{
		Identities: frames[:cut:cut],
		Verbatim:   dictionaries[0],
		Parent:     dictionaries[1],
		Metadata:   dictionaries[2],
		Content:    dictionaries[3],
		Buffers:    body[5:],
	}
	// A field of another type than ours is left at its zero value; only the
	// two that a message cannot do without are asked for.
	var mistyped *json.UnmarshalTypeError
	if err := json.Unmarshal(m.Verbatim, &m.Header); err != nil && !errors.As(err, &mistyped) {
		return Message{}, fmt.Errorf("wire: header: %w", err)
	}
	if m.Header.ID == "" || m.Header.Type == "" {
		return Message{}, fmt.Errorf("wire: %w", ErrHeader)
	}
	if !c.fresh(signature) {
		return Message{}, fmt.Errorf("wire: %s %s: %w", m.Header.Type, m.Header.ID, ErrReplay)
	}
	return m, nil
}

// Encode returns the frames of m.
func (c Codec) Encode(m Message) ([][]byte, error) {
	header := []byte(m.Verbatim)
	if len(header) == 0 {
		text, err := json.Marshal(m.Header)
		if err != nil {
			return nil, fmt.Errorf("wire: header: %w", err)
		}
		header = text
	}
	dictionaries := [][]byte{header, orEmpty(m.Parent), orEmpty(m.Metadata), orEmpty(m.Content)}

	frames := make([][]byte, 0, len(m.Identities)+6+len(m.Buffers))
	frames = append(frames, m.Identities...)
	frames = append(frames, delimiter, c.sign(dictionaries))
	frames = append(frames, dictionaries...)
	return append(frames, m.Buffers...), nil
}

// sign returns the signature of the dictionaries in hexadecimal.
func (c Codec) sign(dictionaries [][]byte) []byte {
	if len(c.key) == 0 {
		return nil
	}
	mac := hmac.New(sha256.New, c.key)
	for _, d := range dictionaries {
		mac.Write(d)
	}
	return hex.AppendEncode(nil, mac.Sum(nil))
}

// verify tells whether signature is that of the dictionaries, in a time that
// does not depend on where they differ.
func (c Codec) verify(signature []byte, dictionaries [][]byte) bool {
	return len(c.key) == 0 || hmac.Equal(signature, c.sign(dictionaries))
}

// fresh tells whether a signature that has been verified comes for the first
// time.
func (c Codec) fresh(signature []byte) bool {
	if c.seen == nil || len(c.key) == 0 {
		return true
	}
	var d digest
	hex.Decode(d[:], signature[:2*len(d)])
	return c.seen.first(d)
}

func isDictionary(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && text[0] == '{' && json.Valid(text)
}

func orEmpty(dictionary []byte) []byte {
	if len(dictionary) == 0 {
		return []byte("{}")
	}
	return dictionary
}
