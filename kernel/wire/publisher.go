package wire

import (
	"strings"
	"sync"
)

// A Publisher is a PUB socket: it sends each message to the peers that have
// subscribed to the beginning of its topic.
type Publisher struct {
	socket
	codec Codec

	mu     sync.Mutex
	topics map[*link]map[string]int // how often each peer asked for each prefix
}

func newPublisher(codec Codec) *Publisher {
	return &Publisher{codec: codec, topics: make(map[*link]map[string]int)}
}

// Send publishes m under the topic that is its only identity. A peer that
// subscribes later does not get it.
func (p *Publisher) Send(m Message) error {
	frames, err := p.codec.Encode(m)
	if err != nil {
		return err
	}
	for _, l := range p.subscribers(string(frames[0])) {
		l.send(frames)
	}
	return nil
}

func (p *Publisher) subscribers(topic string) []*link {
	p.mu.Lock()
	defer p.mu.Unlock()
	var links []*link
	for l, prefixes := range p.topics {
		for prefix := range prefixes {
			if strings.HasPrefix(topic, prefix) {
				links = append(links, l)
				break
			}
		}
	}
	return links
}

func (p *Publisher) attend(l *link) {
	defer func() {
		p.mu.Lock()
		delete(p.topics, l)
		p.mu.Unlock()
	}()
	for {
		frames, err := l.receive()
		if err != nil {
			return
		}
		if len(frames) == 1 && len(frames[0]) > 0 {
			p.subscribe(l, frames[0][0], string(frames[0][1:]))
		}
	}
}

// subscribe counts a request to begin (1) or end (0) a subscription.
func (p *Publisher) subscribe(l *link, verb byte, prefix string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.topics[l] == nil {
		p.topics[l] = make(map[string]int)
	}
	switch {
	case verb == 1:
		p.topics[l][prefix]++
	case verb == 0 && p.topics[l][prefix] > 1:
		p.topics[l][prefix]--
	case verb == 0:
		delete(p.topics[l], prefix)
	}
}
