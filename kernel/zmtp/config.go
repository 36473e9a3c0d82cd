package zmtp

// A Config says where a socket listens and whom it lets in.
type Config struct {
	// Network is "tcp" or "unix". Address is host:port, where an empty host is
	// every interface and port 0 one that the system picks; or the path of a
	// socket file, which only its owner will be able to use.
	Network, Address string

	// Keys, if any, are the long-term keys of CURVE: only peers that know the
	// public one are let in, and all they say and hear is encrypted. Without
	// them every peer is let in (NULL).
	Keys *Keys

	// Fault, if any, is told of the first peers that speak ZMTP and were
	// refused. It may be called from several goroutines.
	Fault func(error)
}

// mechanism returns what makes the mechanism of each link.
func (c Config) mechanism() func() mechanism {
	if c.Keys == nil {
		return func() mechanism { return null{} }
	}
	return func() mechanism { return &curveServer{keys: *c.Keys} }
}
