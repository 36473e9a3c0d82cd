package wire

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"strings"

	"unfold/kernel/zmtp"
)

// A Connection says where a kernel listens and how messages are signed. It is
// the content of a Jupyter connection file.
type Connection struct {
	Transport string `json:"transport"`        // "tcp" or "ipc"
	IP        string `json:"ip"`               // an address, "*" for all, empty for this machine alone; or the stem of the socket files' path
	Key       string `json:"key"`              // secret of the signature; empty leaves messages unsigned
	Scheme    string `json:"signature_scheme"` // "hmac-sha256"

	Shell     int `json:"shell_port"`
	Control   int `json:"control_port"`
	Stdin     int `json:"stdin_port"`
	IOPub     int `json:"iopub_port"`
	Heartbeat int `json:"hb_port"`

	KernelName string `json:"kernel_name,omitempty"`

	// The keys of the kernel's sockets in Z85, both or none. With them links
	// are encrypted, and only who knows the public one is let in.
	PublicKey string `json:"curve_publickey,omitempty"`
	SecretKey string `json:"curve_secretkey,omitempty"`
}

// ReadConnection reads a connection file. What the file leaves out is as
// Jupyter's own kernels have it: TCP on this machine alone, HMAC-SHA256. From
// then on only its owner may read the file, for it holds the key.
func ReadConnection(path string) (Connection, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Connection{}, fmt.Errorf("wire: connection file: %w", err)
	}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
		_ = os.Chmod(path, info.Mode().Perm()&^0o077) // another's, or on a disk that is only read: its owner's to mend
	}
	c := Connection{Transport: "tcp", Scheme: "hmac-sha256"}
	if err := json.Unmarshal(text, &c); err != nil {
		return Connection{}, fmt.Errorf("wire: connection file %s: %w", path, err)
	}
	if err := c.check(); err != nil {
		return Connection{}, fmt.Errorf("wire: connection file %s: %w", path, err)
	}
	return c, nil
}

// Write writes the connection file that ReadConnection reads. Only its owner
// may read it, for it holds the key.
func (c Connection) Write(path string) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // a file that exists would keep its mode
	}
	return os.WriteFile(path, text, 0o600)
}

// Loopback returns a connection on this machine with a fresh key and ports
// that the system picks when the sockets are opened.
func Loopback() Connection {
	return Connection{Transport: "tcp", IP: "127.0.0.1", Key: rand.Text(), Scheme: "hmac-sha256"}
}

func (c Connection) check() error {
	switch {
	case c.Transport != "tcp" && c.Transport != "ipc":
		return fmt.Errorf("transport is %q; tcp and ipc are known", c.Transport)
	case c.Transport == "ipc" && c.IP == "":
		return errors.New("ip is missing; with ipc it is the stem of the socket files' path")
	case c.Key != "" && c.Scheme != "hmac-sha256":
		return fmt.Errorf("signature_scheme is %q; only hmac-sha256 is known", c.Scheme)
	}
	_, err := c.curve()
	return err
}

// curve returns the keys of the sockets, nil if there are none.
func (c Connection) curve() (*zmtp.Keys, error) {
	if c.PublicKey == "" && c.SecretKey == "" {
		return nil, nil
	}
	keys, err := zmtp.ParseKeys(c.PublicKey, c.SecretKey)
	if err != nil {
		return nil, fmt.Errorf("curve_publickey and curve_secretkey: %w", err)
	}
	return &keys, nil
}

// Encrypted tells whether links are encrypted.
func (c Connection) Encrypted() bool { return c.PublicKey != "" }

// endpoint returns the network and the address of a port, as package net
// wants them.
func (c Connection) endpoint(port int) (network, address string) {
	if c.Transport == "ipc" {
		return "unix", c.IP + "-" + strconv.Itoa(port)
	}
	host := strings.TrimSuffix(strings.TrimPrefix(c.IP, "["), "]")
	switch host {
	case "":
		host = "127.0.0.1" // who wants more says so
	case "*":
		host = "" // every interface
	}
	return "tcp", net.JoinHostPort(host, strconv.Itoa(port))
}
