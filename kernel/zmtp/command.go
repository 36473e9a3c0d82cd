package zmtp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// The commands that every mechanism knows.
const (
	cmdReady     = "READY"
	cmdError     = "ERROR"
	cmdPing      = "PING"
	cmdPong      = "PONG"
	cmdSubscribe = "SUBSCRIBE"
	cmdCancel    = "CANCEL"
)

// maxContext is how many bytes of a ping come back in its pong.
const maxContext = 16

// The properties of a READY that sockets look at.
const (
	propType     = "Socket-Type"
	propIdentity = "Identity"
)

// command returns the body of a command: its name behind a length byte, then
// its data.
func command(name string, data []byte) []byte {
	body := make([]byte, 0, 1+len(name)+len(data))
	body = append(body, byte(len(name)))
	body = append(body, name...)
	return append(body, data...)
}

// parseCommand parts a command's name from its data.
func parseCommand(body []byte) (name string, data []byte, err error) {
	if len(body) == 0 || body[0] == 0 || int(body[0]) > len(body)-1 {
		return "", nil, errors.New("zmtp: peer sent a command without a name")
	}
	end := 1 + int(body[0])
	return string(body[1:end]), body[end:], nil
}

// appendMetadata appends properties in the order of their names: each a name
// behind a length byte and a value behind a length of four.
func appendMetadata(dst []byte, properties map[string]string) []byte {
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		value := properties[name]
		dst = append(dst, byte(len(name)))
		dst = append(dst, name...)
		dst = binary.BigEndian.AppendUint32(dst, uint32(len(value)))
		dst = append(dst, value...)
	}
	return dst
}

// parseMetadata reads properties. Names that nobody here knows are kept.
func parseMetadata(data []byte) (map[string]string, error) {
	properties := make(map[string]string)
	for len(data) > 0 {
		name, rest, ok := cut(data[1:], uint64(data[0]))
		if !ok || len(name) == 0 || len(rest) < 4 {
			return nil, errors.New("zmtp: the peer's metadata are cut short in a name")
		}
		value, rest, ok := cut(rest[4:], uint64(binary.BigEndian.Uint32(rest)))
		if !ok {
			return nil, fmt.Errorf("zmtp: the peer's metadata are cut short in the value of %q", name)
		}
		properties[string(name)] = string(value)
		data = rest
	}
	return properties, nil
}

// cut parts the first n bytes from the rest, if there are as many.
func cut(data []byte, n uint64) (head, rest []byte, ok bool) {
	if n > uint64(len(data)) {
		return nil, nil, false
	}
	return data[:n], data[n:], true
}

// errorReason reads the data of an ERROR: a reason behind a length byte.
func errorReason(data []byte) error {
	reason := []byte("no reason given")
	if len(data) > 0 {
		if text, _, ok := cut(data[1:], uint64(data[0])); ok {
			reason = text
		}
	}
	return fmt.Errorf("zmtp: the peer refuses: %q", reason)
}
