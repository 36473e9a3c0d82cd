package zmtp

// Heartbeats are short.
const (
	echoLimit  = 64 << 10
	echoBudget = 1 << 20
)

// An Echo is a listening REP socket that answers each request with itself: the
// heartbeat of a kernel. Each peer is answered on its own, so none can hold up
// another.
type Echo struct{ socket }

// ListenEcho opens an echo. A request has at most 64 KiB.
func ListenEcho(c Config) (*Echo, error) {
	e := new(Echo)
	return e, e.open(c, role{kind: TypeRep, limit: echoLimit, budget: echoBudget}, echo)
}

// echo sends back what a peer sends, envelope and all.
func echo(link *Conn) {
	for {
		frames, err := link.Receive()
		if err != nil || link.Send(frames) != nil {
			return
		}
	}
}
