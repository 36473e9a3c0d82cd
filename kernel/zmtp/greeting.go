package zmtp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

const (
	greetingSize  = 64
	mechanismSize = 20

	majorVersion = 3
	minorVersion = 1
)

// errStranger is the error of a peer that does not speak ZMTP at all.
var errStranger = errors.New("it does not speak ZMTP 3")

// A greeting is what each end of a link says first:
//
//	signature (10) | major | minor | mechanism (20) | as-server | filler (31)
type greeting struct {
	minor     byte
	mechanism string
	server    bool
}

// bytes returns the greeting as it travels.
func (g greeting) bytes() []byte {
	b := make([]byte, greetingSize)
	b[0], b[9] = 0xff, 0x7f
	b[10], b[11] = majorVersion, minorVersion
	copy(b[12:12+mechanismSize], g.mechanism)
	if g.server {
		b[32] = 1
	}
	return b
}

// readGreeting reads a peer's greeting. It reads no further than it must to
// see that a peer is too old, for such a peer says no more before it is
// answered.
func readGreeting(r io.Reader) (greeting, error) {
	var b [greetingSize]byte
	if _, err := io.ReadFull(r, b[:1]); err != nil {
		return greeting{}, err
	}
	if b[0] != 0xff {
		return greeting{}, errStranger // ZMTP 1 begins with a length
	}
	if _, err := io.ReadFull(r, b[1:11]); err != nil {
		return greeting{}, err
	}
	if b[9] != 0x7f {
		return greeting{}, errStranger
	}
	if b[10] < majorVersion {
		return greeting{}, fmt.Errorf("%w: its version is %d", errStranger, b[10])
	}
	if _, err := io.ReadFull(r, b[11:]); err != nil {
		return greeting{}, err
	}
	name, _, _ := bytes.Cut(b[12:12+mechanismSize], []byte{0})
	g := greeting{minor: b[11], mechanism: string(name), server: b[32]&1 == 1}
	if b[10] > majorVersion {
		g.minor = minorVersion // a later major version speaks ours to us
	}
	return g, nil
}
