// Package zmtp speaks ZMTP, the protocol of ZeroMQ sockets, on the side that
// listens.
package zmtp
