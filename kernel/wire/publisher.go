package wire

import (
	"encoding/json"

	"unfold/kernel/zmtp"
)

// A Publisher is an XPUB socket: it sends each message to the peers that have
// subscribed to the beginning of its topic. Each subscription is answered, to
// that peer alone, by an iopub_welcome: from then on the peer misses nothing.
type Publisher struct {
	socket  *zmtp.Publisher
	codec   Codec
	session string // of the kernel
	fault   func(error)
}

func newPublisher(codec Codec, session string, fault func(error)) *Publisher {
	return &Publisher{codec: codec, session: session, fault: fault}
}

func (p *Publisher) open(c zmtp.Config) (endpoint, error) {
	socket, err := zmtp.ListenPublisher(c, p.welcome)
	p.socket = socket
	return socket, err
}

// Send publishes m under the topic that is its only identity. A peer that
// subscribes later does not get it. Send waits for a subscriber that is 64 MiB
// behind, until it catches up or, taking next to nothing for ten seconds, is
// dropped.
func (p *Publisher) Send(m Message) error {
	frames, err := p.codec.Encode(m)
	if err != nil {
		return err
	}
	p.socket.Send(frames)
	return nil
}

// Subscribers returns how many peers would get a message of a topic.
func (p *Publisher) Subscribers(topic string) int { return p.socket.Subscribers(topic) }

// welcome returns what a new subscriber is told. Its topic is what was
// subscribed to, so that the peer does not filter it out.
func (p *Publisher) welcome(topic string) [][]byte {
	content, err := json.Marshal(map[string]string{"subscription": topic})
	if err != nil {
		p.fault(err)
		return nil
	}
	frames, err := p.codec.Encode(Message{
		Identities: [][]byte{[]byte(topic)},
		Header:     NewHeader(p.session, "iopub_welcome"),
		Content:    content,
	})
	if err != nil {
		p.fault(err)
		return nil
	}
	return frames
}
