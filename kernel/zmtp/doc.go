// Package zmtp speaks ZMTP 3.1, the protocol of ZeroMQ sockets
// (https://rfc.zeromq.org/spec/37/), as far as a Jupyter kernel and its tests
// need it: a [Router], a [Publisher] (XPUB) and an [Echo] (REP) that listen,
// and a [Conn] that a [Dialler] opens as a DEALER, SUB or REQ. Peers of ZMTP 3.0 are
// served as well, older ones are refused. Links are plain (NULL) or encrypted
// and authenticated by the listener's key (CURVE, https://rfc.zeromq.org/spec/26/).
//
// No peer is trusted. One that is silent is given up after five seconds, and
// has by then cost a goroutine and some kilobytes; of those who have not said
// who they are the oldest makes room when there are many. Memory is taken for
// what has come, never for what is announced, and what all peers of a socket
// have begun to say and not ended is bounded. A message beyond [MaxMessage]
// bytes or [MaxFrames] frames, and whatever else breaks the protocol, ends the
// link it came over and no other. Each link has its own goroutines and its own
// queue of what goes out, so one that reads nothing delays nobody until a
// budget of bytes is spent; then who sends waits for it, for a while, and then
// it is dropped.
//
// Small messages that wait together leave in one write. Closing a socket waits
// for what is queued, up to a deadline.
package zmtp
