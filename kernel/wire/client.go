package wire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/go-zeromq/zmq4"
)

// A Client is a front end's end of the five sockets.
type Client struct {
	Shell, Control, Stdin, IOPub, Heartbeat *Peer
}

// A Peer is one connected socket.
type Peer struct {
	link     *link
	codec    Codec
	messages chan Message
	raw      chan [][]byte
	gone     chan struct{} // closed by Close
}

// Dial connects to a kernel under an identity, which its three ROUTER sockets
// see. The client is subscribed to everything the kernel publishes, though the
// kernel may not have noticed yet when Dial returns.
func Dial(c Connection, identity string) (*Client, error) {
	client := new(Client)
	for _, part := range []struct {
		name string
		peer **Peer
		port int
		kind zmq4.SocketType
	}{
		{"shell", &client.Shell, c.Shell, zmq4.Dealer},
		{"control", &client.Control, c.Control, zmq4.Dealer},
		{"stdin", &client.Stdin, c.Stdin, zmq4.Dealer},
		{"iopub", &client.IOPub, c.IOPub, zmq4.Sub},
		{"heartbeat", &client.Heartbeat, c.Heartbeat, zmq4.Req},
	} {
		network, address := c.endpoint(part.port)
		conn, err := net.DialTimeout(network, address, handshakeTime)
		if err == nil {
			var l *link
			if l, err = newLink(conn, part.kind, identity, false); err == nil {
				*part.peer = newPeer(l, NewCodec(c.Key))
				continue
			}
		}
		client.Close()
		return nil, fmt.Errorf("wire: %s socket: %w", part.name, err)
	}
	client.IOPub.SendFrames([]byte{1})
	go client.Shell.decode()
	go client.Control.decode()
	go client.Stdin.decode()
	go client.IOPub.decode()
	return client, nil
}

func newPeer(l *link, codec Codec) *Peer {
	p := &Peer{link: l, codec: codec, messages: make(chan Message, 64), raw: make(chan [][]byte), gone: make(chan struct{})}
	go p.read()
	return p
}

// Send sends a message; it needs no identities.
func (p *Peer) Send(m Message) error {
	frames, err := p.codec.Encode(m)
	if err != nil {
		return err
	}
	return p.SendFrames(frames...)
}

// SendFrames sends frames as they are.
func (p *Peer) SendFrames(frames ...[]byte) error {
	if !p.link.send(frames) {
		return errors.New("wire: the kernel has gone")
	}
	return nil
}

// Messages delivers what the kernel sends, and is closed when it goes.
func (p *Peer) Messages() <-chan Message { return p.messages }

// Echo sends a heartbeat and waits for it to come back.
func (c *Client) Echo(ctx context.Context, beat []byte) ([]byte, error) {
	if err := c.Heartbeat.SendFrames(nil, beat); err != nil {
		return nil, err
	}
	select {
	case frames, ok := <-c.Heartbeat.raw:
		if !ok || len(frames) != 2 {
			return nil, fmt.Errorf("wire: heartbeat came back as %d frames", len(frames))
		}
		return frames[1], nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close leaves the kernel.
func (c *Client) Close() {
	for _, p := range []*Peer{c.Shell, c.Control, c.Stdin, c.IOPub, c.Heartbeat} {
		if p != nil {
			p.link.out.drain(time.Now().Add(time.Second))
			p.link.close()
			close(p.gone)
		}
	}
}

// read takes frames off the link.
func (p *Peer) read() {
	defer close(p.raw)
	for {
		frames, err := p.link.receive()
		if err != nil {
			return
		}
		select {
		case p.raw <- frames:
		case <-p.gone:
			return
		}
	}
}

// decode turns frames into messages; what is none is dropped.
func (p *Peer) decode() {
	defer close(p.messages)
	for frames := range p.raw {
		m, err := p.codec.Decode(frames)
		if err != nil {
			continue
		}
		select {
		case p.messages <- m:
		case <-p.gone:
			return
		}
	}
}
