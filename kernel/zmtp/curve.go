package zmtp

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/crypto/nacl/box"
)

// The commands of CURVE. What is said before the keys of the link are agreed on
// is sealed with the long-term keys.
const (
	cmdHello    = "HELLO"
	cmdWelcome  = "WELCOME"
	cmdInitiate = "INITIATE"
	cmdMessage  = "MESSAGE"
)

// What stands before the counter or the random bytes of a nonce.
const (
	nonceHello    = "CurveZMQHELLO---"
	nonceWelcome  = "WELCOME-"
	nonceVouch    = "VOUCH---"
	nonceInitiate = "CurveZMQINITIATE"
	nonceReady    = "CurveZMQREADY---"
	nonceServer   = "CurveZMQMESSAGES"
	nonceClient   = "CurveZMQMESSAGEC"
)

// The sizes of CURVE's parts, in bytes.
const (
	keySize     = 32
	counterSize = 8
	randomSize  = 16
	cookieSize  = 96
	vouchSize   = 2*keySize + box.Overhead
	helloSize   = 2 + 72 + keySize + counterSize + 64 + box.Overhead
	welcomeSize = randomSize + keySize + cookieSize + box.Overhead
)

// nonce joins a nonce of 24 bytes from its two parts.
func nonce(prefix string, rest []byte) *[24]byte {
	var n [24]byte
	copy(n[copy(n[:], prefix):], rest)
	return &n
}

// counter returns the bytes of a nonce's counter.
func counter(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// curveLink is what both ends of a CURVE link share once they have shaken
// hands. Seal uses one half of it and open the other.
type curveLink struct {
	key [32]byte // precomputed from the keys of this link

	sealPrefix string
	sealed     uint64 // the last counter that left

	openPrefix string
	opened     uint64 // the last counter that came
}

func (c *curveLink) overhead() int { return 1 + len(cmdMessage) + counterSize + box.Overhead + 1 }

// seal puts a frame, flags included, into a box.
func (c *curveLink) seal(f frame) frame {
	c.sealed++
	plain := make([]byte, 0, 1+len(f.body))
	plain = append(plain, innerFlags(f))
	plain = append(plain, f.body...)

	body := make([]byte, 0, len(f.body)+c.overhead())
	body = append(body, byte(len(cmdMessage)))
	body = append(body, cmdMessage...)
	body = append(body, counter(c.sealed)...)
	return frame{0, box.SealAfterPrecomputation(body, plain, nonce(c.sealPrefix, counter(c.sealed)), &c.key)}
}

// open takes a frame out of its box. A box that came before, or out of its
// order, is refused.
func (c *curveLink) open(f frame) (frame, error) {
	name, data, err := parseCommand(f.body)
	if err != nil {
		return frame{}, err
	}
	if name == cmdError {
		return frame{}, errorReason(data)
	}
	if name != cmdMessage || len(data) < counterSize+box.Overhead+1 {
		return frame{}, fmt.Errorf("zmtp: the peer sent %q where a sealed message is due", name)
	}
	count := binary.BigEndian.Uint64(data)
	if count <= c.opened {
		return frame{}, fmt.Errorf("zmtp: the peer repeats nonce %d", count)
	}
	plain, ok := box.OpenAfterPrecomputation(nil, data[counterSize:], nonce(c.openPrefix, data[:counterSize]), &c.key)
	if !ok {
		return frame{}, errors.New("zmtp: a message of the peer does not open")
	}
	c.opened = count
	return frame{outerFlags(plain[0]), plain[1:]}, nil
}

// Inside a box the flags have bits of their own.
const (
	boxMore    = 1
	boxCommand = 2
)

func innerFlags(f frame) byte {
	var flags byte
	if f.more() {
		flags |= boxMore
	}
	if f.command() {
		flags |= boxCommand
	}
	return flags
}

func outerFlags(inner byte) byte {
	var flags byte
	if inner&boxMore != 0 {
		flags |= flagMore
	}
	if inner&boxCommand != 0 {
		flags |= flagCommand
	}
	return flags
}
