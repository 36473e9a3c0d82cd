package zmtp

import "net"

// A Dialler says what a peer is that connects.
type Dialler struct {
	Type     Type   // DEALER, SUB or REQ
	Identity string // "" for none, otherwise at most 255 bytes that do not begin with zero
	Server   *Key   // the public key of a listener that speaks CURVE
}

// Dial connects to a listener and shakes hands with it, within five seconds
// each. What goes over the link is the caller's: a REQ's messages begin with an
// empty frame, and replies come so.
func (d Dialler) Dial(network, address string) (*Conn, error) {
	c, err := net.DialTimeout(network, address, handshakeTime)
	if err != nil {
		return nil, err
	}
	own := role{kind: d.Type, identity: d.Identity, limit: MaxMessage, budget: routerBudget, pool: new(pool)}
	own.secure = func() mechanism { return null{} }
	if d.Server != nil {
		own.secure = func() mechanism { return &curveClient{server: *d.Server} }
	}
	return newConn(c, own)
}

// Subscribe asks a publisher for what it publishes under topics that begin with
// topic. It takes effect when the publisher has read it.
func (c *Conn) Subscribe(topic string) error { return c.request(verbSubscribe, cmdSubscribe, topic) }

// Cancel ends a subscription.
func (c *Conn) Cancel(topic string) error { return c.request(verbCancel, cmdCancel, topic) }

// request asks for a change of subscription in the way of the peer's version.
func (c *Conn) request(verb byte, name, topic string) error {
	p := outgoing{frames: [][]byte{append([]byte{verb}, topic...)}}
	if c.minor >= 1 {
		p = outgoing{frames: [][]byte{command(name, []byte(topic))}, command: true}
	}
	return c.queued(c.out.push(p))
}
