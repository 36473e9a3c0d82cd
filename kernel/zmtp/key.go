package zmtp

import (
	"bytes"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strings"
)

// alphabet is that of Z85 (https://rfc.zeromq.org/spec/32/).
const alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"

// keyText is the length of a key in Z85.
const keyText = 40

// A Key is a public or a secret key of CURVE: a point or a scalar of
// Curve25519.
type Key [32]byte

// ParseKey reads a key of 40 characters of Z85, as ZeroMQ's tools and Jupyter's
// connection files write it. Its error does not quote the key.
func ParseKey(text string) (Key, error) {
	var k Key
	if len(text) != keyText {
		return k, fmt.Errorf("zmtp: a key has %d characters; this has %d", keyText, len(text))
	}
	for i := 0; i < keyText; i += 5 {
		var word uint64
		for j := i; j < i+5; j++ {
			digit := strings.IndexByte(alphabet, text[j])
			if digit < 0 {
				return Key{}, fmt.Errorf("zmtp: character %d of the key is not one of Z85", j+1)
			}
			word = word*85 + uint64(digit)
		}
		if word > 1<<32-1 {
			return Key{}, fmt.Errorf("zmtp: characters %d to %d of the key are no number of 32 bits", i+1, i+5)
		}
		binary.BigEndian.PutUint32(k[i/5*4:], uint32(word))
	}
	return k, nil
}

// String returns the key in Z85.
func (k Key) String() string {
	var text [keyText]byte
	for i := 0; i < len(k); i += 4 {
		word := binary.BigEndian.Uint32(k[i:])
		for j := i/4*5 + 4; j >= i/4*5; j-- {
			text[j] = alphabet[word%85]
			word /= 85
		}
	}
	return string(text[:])
}

// Keys are a secret key and the public key that belongs to it.
type Keys struct{ Public, Secret Key }

// NewKeys returns fresh keys.
func NewKeys() Keys {
	secret, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // crypto/rand does not fail
	}
	return Keys{Public: Key(secret.PublicKey().Bytes()), Secret: Key(secret.Bytes())}
}

// ParseKeys reads both keys from Z85 and checks that they belong together.
func ParseKeys(public, secret string) (Keys, error) {
	p, err := ParseKey(public)
	if err != nil {
		return Keys{}, fmt.Errorf("public key: %w", err)
	}
	s, err := ParseKey(secret)
	if err != nil {
		return Keys{}, fmt.Errorf("secret key: %w", err)
	}
	scalar, err := ecdh.X25519().NewPrivateKey(s[:])
	if err != nil {
		return Keys{}, fmt.Errorf("zmtp: secret key: %w", err)
	}
	if !bytes.Equal(scalar.PublicKey().Bytes(), p[:]) {
		return Keys{}, fmt.Errorf("zmtp: the public key %s is not that of the secret key", p)
	}
	return Keys{p, s}, nil
}
