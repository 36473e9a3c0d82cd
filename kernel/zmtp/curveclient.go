package zmtp

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"errors"

	"golang.org/x/crypto/nacl/box"
)

// curveClient is the dialling end of CURVE. Its long-term keys are made up for
// the link, for servers look at none.
type curveClient struct {
	curveLink
	server Key // the server's public key
}

func (*curveClient) greeting() greeting {
	return greeting{mechanism: "CURVE"}
}

func (c *curveClient) shake(h *handshake) error {
	own, link := NewKeys(), NewKeys()
	if err := c.hello(h, link); err != nil {
		return err
	}
	server, cookie, err := c.welcomed(h, link)
	if err != nil {
		return err
	}
	if err := c.initiate(h, own, link, server, cookie); err != nil {
		return err
	}
	data, err := h.receive(cmdReady)
	if err != nil {
		return err
	}
	if len(data) < counterSize+box.Overhead {
		return errors.New("zmtp: the server's READY is cut short")
	}
	box.Precompute(&c.key, (*[32]byte)(&server), (*[32]byte)(&link.Secret))
	c.sealPrefix, c.openPrefix = nonceClient, nonceServer
	metadata, ok := box.OpenAfterPrecomputation(nil, data[counterSize:], nonce(nonceReady, data[:counterSize]), &c.key)
	if !ok {
		return errors.New("zmtp: the server's READY does not open")
	}
	c.opened = binary.BigEndian.Uint64(data)
	return h.admit(metadata)
}

func (c *curveClient) hello(h *handshake, link Keys) error {
	c.sealed++
	data := make([]byte, 2+72, helloSize)
	data[0] = 1
	data = append(data, link.Public[:]...)
	data = append(data, counter(c.sealed)...)
	data = box.Seal(data, make([]byte, 64), nonce(nonceHello, counter(c.sealed)), (*[32]byte)(&c.server), (*[32]byte)(&link.Secret))
	return h.send(cmdHello, data)
}

// welcomed takes the server's key for this link and the cookie.
func (c *curveClient) welcomed(h *handshake, link Keys) (server Key, cookie []byte, err error) {
	data, err := h.receive(cmdWelcome)
	if err != nil {
		return server, nil, err
	}
	if len(data) != welcomeSize {
		return server, nil, errors.New("zmtp: the server's WELCOME is of another size")
	}
	plain, ok := box.Open(nil, data[randomSize:], nonce(nonceWelcome, data[:randomSize]), (*[32]byte)(&c.server), (*[32]byte)(&link.Secret))
	if !ok {
		return server, nil, errors.New("zmtp: the server does not hold the key that was given for it")
	}
	return Key(plain[:keySize]), plain[keySize:], nil
}

func (c *curveClient) initiate(h *handshake, own, link Keys, server Key, cookie []byte) error {
	c.sealed++
	random := make([]byte, randomSize)
	rand.Read(random)
	vouch := box.Seal(nil, append(link.Public[:], c.server[:]...), nonce(nonceVouch, random), (*[32]byte)(&server), (*[32]byte)(&own.Secret))
	plain := bytes.Join([][]byte{own.Public[:], random, vouch, h.properties()}, nil)
	data := append(bytes.Clone(cookie), counter(c.sealed)...)
	data = box.Seal(data, plain, nonce(nonceInitiate, counter(c.sealed)), (*[32]byte)(&server), (*[32]byte)(&link.Secret))
	return h.send(cmdInitiate, data)
}
