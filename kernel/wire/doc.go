// Package wire carries Jupyter messages over ZeroMQ: it reads connection
// files, signs and checks messages, and keeps the five sockets of a kernel
// (shell, control and stdin are ROUTER, iopub is XPUB, the heartbeat is REP) as
// well as a client's end of them.
//
// Encoding is apart from transport: a [Codec] turns frames into a [Message]
// and back and touches no socket. A [Server] owns the sockets, which package
// zmtp speaks. What a peer sends cannot stop it: a silent peer is given up
// after a deadline, an oversized frame ends its own connection only, a message
// that cannot be decoded or that came before is reported and dropped, and a
// reader that stops reading delays nobody until a budget of bytes is spent.
package wire
