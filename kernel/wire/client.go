package wire

import (
	"context"
	"fmt"
	"sync"
	"time"

	"unfold/kernel/zmtp"
)

// A Client is a front end's end of the five sockets.
type Client struct {
	Shell, Control, Stdin, IOPub, Heartbeat *Peer
}

// A Peer is one connected socket.
type Peer struct {
	conn     *zmtp.Conn
	codec    Codec
	messages chan Message
	raw      chan [][]byte
	gone     chan struct{} // closed by close
	once     sync.Once
}

// Dial connects to a kernel under an identity, which its three ROUTER sockets
// see. The client is subscribed to everything the kernel publishes; that the
// kernel knows of it is told by the iopub_welcome that comes first.
func Dial(c Connection, identity string) (*Client, error) {
	keys, err := c.curve()
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	client := new(Client)
	for _, part := range []struct {
		name string
		peer **Peer
		port int
		kind zmtp.Type
	}{
		{"shell", &client.Shell, c.Shell, zmtp.TypeDealer},
		{"control", &client.Control, c.Control, zmtp.TypeDealer},
		{"stdin", &client.Stdin, c.Stdin, zmtp.TypeDealer},
		{"iopub", &client.IOPub, c.IOPub, zmtp.TypeSub},
		{"heartbeat", &client.Heartbeat, c.Heartbeat, zmtp.TypeReq},
	} {
		dialler := zmtp.Dialler{Type: part.kind, Identity: identity}
		if keys != nil {
			dialler.Server = &keys.Public
		}
		conn, err := dialler.Dial(c.endpoint(part.port))
		if err != nil {
			client.Close()
			return nil, fmt.Errorf("wire: %s socket: %w", part.name, err)
		}
		*part.peer = newPeer(conn, NewCodec(c.Key))
	}
	if err := client.IOPub.conn.Subscribe(""); err != nil {
		client.Close()
		return nil, fmt.Errorf("wire: iopub socket: %w", err)
	}
	for _, p := range []*Peer{client.Shell, client.Control, client.Stdin, client.IOPub} {
		go p.decode()
	}
	return client, nil
}

func newPeer(conn *zmtp.Conn, codec Codec) *Peer {
	p := &Peer{conn: conn, codec: codec, messages: make(chan Message, 64), raw: make(chan [][]byte), gone: make(chan struct{})}
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
func (p *Peer) SendFrames(frames ...[]byte) error { return p.conn.Send(frames) }

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

// Close leaves the kernel, which gets what was sent before if it takes it
// within a second. It may be called any number of times.
func (c *Client) Close() {
	for _, p := range []*Peer{c.Shell, c.Control, c.Stdin, c.IOPub, c.Heartbeat} {
		if p != nil {
			p.once.Do(p.close)
		}
	}
}

func (p *Peer) close() {
	close(p.gone)
	p.conn.Finish(time.Now().Add(time.Second))
}

// read takes messages off the link. When the client leaves it drops them, and
// reads on until the link has ended.
func (p *Peer) read() {
	defer close(p.raw)
	for {
		frames, err := p.conn.Receive()
		if err != nil {
			return
		}
		select {
		case p.raw <- frames:
		case <-p.gone:
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
		}
	}
}
