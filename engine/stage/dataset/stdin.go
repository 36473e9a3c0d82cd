package dataset

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"

	"unfold/engine"
	"unfold/engine/internal/download"
	"unfold/engine/remedy"
)

// standardInput is what came through it, for all pipelines that load it.
var standardInput = &pipe{from: os.Stdin, done: make(chan struct{})}

// A pipe can be read but once, so what came through it is kept.
type pipe struct {
	from io.Reader

	once sync.Once
	done chan struct{} // closed when all has come
	text []byte
	err  error
}

// read returns what came, and waits for it until the context is done.
func (p *pipe) read(ctx context.Context, most int64) (io.Reader, error) {
	p.once.Do(func() {
		go func() {
			defer close(p.done)
			p.text, p.err = io.ReadAll(io.LimitReader(p.from, most+1))
		}()
	})
	select {
	case <-p.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	switch {
	case p.err != nil:
		return nil, unreadable(p.err)
	case int64(len(p.text)) > most:
		return nil, download.TooLarge(most)
	case len(p.text) == 0:
		return nil, &engine.Error{Param: "path", Cause: "nothing came through standard input", Remedy: remedy.Say("send a table: cat file.csv | unfold run -e '...'")}
	}
	return bytes.NewReader(p.text), nil
}

// checksum is that of what came, once all of it has.
func (p *pipe) checksum() (string, error) {
	select {
	case <-p.done:
		sum := sha256.Sum256(p.text)
		return hex.EncodeToString(sum[:]), p.err
	default:
		return "", &engine.Error{Param: "path", Cause: "standard input has no checksum before it was read", Remedy: remedy.Say("load it")}
	}
}
