package zmtp

import (
	"fmt"
	"strings"
	"sync"
)

const (
	// maxTopic is how long a topic may be that a peer subscribes to, in bytes.
	maxTopic = 4 << 10
	// maxTopics is how many topics a peer may subscribe to.
	maxTopics = 1024
)

// What a subscriber says: a verb, then the beginning of topics.
const (
	verbCancel    = 0
	verbSubscribe = 1
)

// A Publisher is a listening XPUB socket: it sends each message to the peers
// that have subscribed to the beginning of its topic, and knows of every
// subscription.
type Publisher struct {
	socket
	welcome func(topic string) [][]byte

	mu     sync.Mutex
	topics map[*Conn]map[string]int // how often each peer asked for each topic
}

// ListenPublisher opens a publisher. Welcome is called for every subscription;
// what it returns is sent to that subscriber before anything that is published
// to it under the subscription, unless it is nil. It must not call back.
func ListenPublisher(c Config, welcome func(topic string) [][]byte) (*Publisher, error) {
	p := &Publisher{welcome: welcome, topics: make(map[*Conn]map[string]int)}
	return p, p.open(c, role{kind: TypeXPub, limit: 1 + maxTopic, budget: routerBudget}, p.readSubscriptions)
}

// Send publishes a message under the topic that is its first frame. A peer that
// subscribes later does not get it. Send waits for a subscriber whose budget is
// spent, and no longer than that subscriber takes what is sent to it: one that
// takes less than a megabyte in ten seconds is dropped. Any goroutine may call
// it; what one sends after another arrives so.
func (p *Publisher) Send(frames [][]byte) {
	for _, link := range p.subscribers(string(frames[0])) {
		link.Send(frames)
	}
}

// Subscribers returns how many peers would get a message of a topic.
func (p *Publisher) Subscribers(topic string) int { return len(p.subscribers(topic)) }

func (p *Publisher) subscribers(topic string) []*Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	var links []*Conn
	for link, beginnings := range p.topics {
		for beginning := range beginnings {
			if strings.HasPrefix(topic, beginning) {
				links = append(links, link)
				break
			}
		}
	}
	return links
}

func (p *Publisher) readSubscriptions(link *Conn) {
	defer p.forgetTopics(link)
	for {
		frames, err := link.Receive()
		if err != nil || p.handleSubscription(link, frames) != nil {
			return
		}
	}
}

// handleSubscription handles a message of a subscriber. Messages that are no
// subscriptions are passed over: XSUB sockets may send them.
func (p *Publisher) handleSubscription(link *Conn, frames [][]byte) error {
	if len(frames) != 1 || len(frames[0]) == 0 {
		return nil
	}
	verb, topic := frames[0][0], string(frames[0][1:])
	p.mu.Lock()
	defer p.mu.Unlock()
	switch verb {
	case verbSubscribe:
		return p.subscribe(link, topic)
	case verbCancel:
		p.cancel(link, topic)
	}
	return nil
}

// subscribe counts a subscription and welcomes the peer. Both happen under the
// lock, so that nothing is published in between.
func (p *Publisher) subscribe(link *Conn, topic string) error {
	topics := p.topics[link]
	if topics == nil {
		topics = make(map[string]int)
		p.topics[link] = topics
	}
	if topics[topic] == 0 && len(topics) == maxTopics {
		return fmt.Errorf("zmtp: peer subscribes to more than %d topics", maxTopics)
	}
	topics[topic]++
	if welcome := p.welcome(topic); welcome != nil {
		return link.queued(link.out.offer(outgoing{frames: welcome}))
	}
	return nil
}

// cancel counts the end of a subscription.
func (p *Publisher) cancel(link *Conn, topic string) {
	if p.topics[link][topic] > 1 {
		p.topics[link][topic]--
		return
	}
	delete(p.topics[link], topic)
}

func (p *Publisher) forgetTopics(link *Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.topics, link)
}
