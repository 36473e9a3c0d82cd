package zmtp

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/crypto/nacl/box"
)

// curveServer is the listening end of CURVE. It lets in whoever knows its
// public key.
type curveServer struct {
	curveLink
	keys Keys
}

func (*curveServer) greeting() greeting {
	return greeting{mechanism: "CURVE", server: true}
}

func (c *curveServer) shake(h *handshake) error {
	client, err := c.hear(h)
	if err != nil {
		return err
	}
	link, cookie := NewKeys(), make([]byte, cookieSize)
	rand.Read(cookie)
	if err := c.welcome(h, link.Public, cookie, client); err != nil {
		return err
	}
	metadata, err := c.initiated(h, link, cookie, client)
	if err != nil {
		return err
	}
	if err := h.admit(metadata); err != nil {
		return err
	}
	box.Precompute(&c.key, (*[32]byte)(&client), (*[32]byte)(&link.Secret))
	c.sealPrefix, c.openPrefix = nonceServer, nonceClient
	c.sealed = 1
	ready := box.SealAfterPrecomputation(counter(c.sealed), h.properties(), nonce(nonceReady, counter(c.sealed)), &c.key)
	return h.send(cmdReady, ready)
}

// hear takes the client's HELLO, which proves that it knows our public key, and
// returns its key for this link.
//
//	version (2) | zeros (72) | C' (32) | counter (8) | box of zeros C'→S (80)
func (c *curveServer) hear(h *handshake) (client Key, err error) {
	data, err := h.receive(cmdHello)
	if err != nil {
		return client, err
	}
	if len(data) != helloSize || data[0] != 1 {
		return client, fmt.Errorf("zmtp: the peer's HELLO is of another version or size: %d bytes", len(data))
	}
	data = data[2+72:]
	client = Key(data[:keySize])
	short, sealed := data[keySize:keySize+counterSize], data[keySize+counterSize:]
	if _, ok := box.Open(nil, sealed, nonce(nonceHello, short), (*[32]byte)(&client), (*[32]byte)(&c.keys.Secret)); !ok {
		return client, errors.New("zmtp: the peer does not know this socket's public key")
	}
	return client, nil
}

// welcome answers with our key for this link and a cookie that must come back.
// A cookie may hold a server's memory; ours stays here, so that the cookie is
// random bytes.
//
//	random (16) | box of S' (32), cookie (96) S→C'
func (c *curveServer) welcome(h *handshake, link Key, cookie []byte, client Key) error {
	data := make([]byte, randomSize, welcomeSize)
	rand.Read(data)
	plain := append(link[:], cookie...)
	data = box.Seal(data, plain, nonce(nonceWelcome, data[:randomSize]), (*[32]byte)(&client), (*[32]byte)(&c.keys.Secret))
	return h.send(cmdWelcome, data)
}

// initiated takes the client's INITIATE, which proves that the client who said
// HELLO holds the long-term key it names, and returns its metadata.
//
//	cookie (96) | counter (8) | box of C (32), random (16), vouch (80), metadata C'→S'
//	vouch: box of C' (32), S (32) C→S'
func (c *curveServer) initiated(h *handshake, link Keys, cookie []byte, client Key) (metadata []byte, err error) {
	data, err := h.receive(cmdInitiate)
	if err != nil {
		return nil, err
	}
	const fixed = keySize + randomSize + vouchSize
	if len(data) < cookieSize+counterSize+box.Overhead+fixed {
		return nil, fmt.Errorf("zmtp: the peer's INITIATE has %d bytes only", len(data))
	}
	if subtle.ConstantTimeCompare(data[:cookieSize], cookie) != 1 {
		return nil, errors.New("zmtp: the peer brings back another cookie")
	}
	short := data[cookieSize : cookieSize+counterSize]
	secret := (*[32]byte)(&link.Secret)
	plain, ok := box.Open(nil, data[cookieSize+counterSize:], nonce(nonceInitiate, short), (*[32]byte)(&client), secret)
	if !ok {
		return nil, errors.New("zmtp: the peer's INITIATE does not open")
	}
	longTerm, random, vouch := Key(plain[:keySize]), plain[keySize:keySize+randomSize], plain[keySize+randomSize:fixed]
	vouched, ok := box.Open(nil, vouch, nonce(nonceVouch, random), (*[32]byte)(&longTerm), secret)
	if !ok || subtle.ConstantTimeCompare(vouched, append(client[:], c.keys.Public[:]...)) != 1 {
		return nil, errors.New("zmtp: the peer's vouch does not hold")
	}
	c.opened = binary.BigEndian.Uint64(short)
	return plain[fixed:], nil
}
