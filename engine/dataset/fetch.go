package dataset

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"unfold/engine"
	"unfold/engine/remedy"
)

// serverTimeout is how long a server may be silent, before its answer begins and
// while it sends it. Tests have less.
var serverTimeout = 30 * time.Second

// errSilent is why a download ends whose server said nothing for that long.
var errSilent = errors.New("the server is silent")

// fetch returns the kept file of an address, after fetching it if need be.
func (l *Load) fetch(ctx context.Context, address string) (string, error) {
	kept, err := cacheFile(address)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(kept)
	if err != nil {
		return kept, l.download(ctx, address, kept)
	}
	since := info.ModTime()
	if l.Fresh != "yes" && l.hasChecksum(kept) {
		engine.Remark(ctx, `read from the cache, where it lies since %s, %s; fresh="yes" fetches it again`, since.UTC().Format(time.DateOnly), formatAge(time.Since(since)))
		return kept, nil
	}
	err = l.download(ctx, address, kept)
	var fault *engine.Error
	if l.Fresh == "yes" && errors.As(err, &fault) {
		fault.Remedy = fault.Remedy.Or(remedy.Omit("fresh").Which(fmt.Sprintf("reads the copy of %s", since.UTC().Format(time.DateOnly))))
	}
	return kept, err
}

// formatAge writes how long ago something was, in its largest unit.
func formatAge(d time.Duration) string {
	for _, unit := range []struct {
		name string
		long time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		switch n := d / unit.long; {
		case n == 1:
			return "1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "just now"
}

// cacheFile is where the file of an address is kept: in the folder
// unfold/data of the user's cache folder, named by the SHA-256 of the address.
func cacheFile(address string) (string, error) {
	folder, err := os.UserCacheDir()
	if err != nil {
		return "", &engine.Error{Param: "path", Cause: fmt.Sprintf("there is no cache folder to keep the file in: %v", err), Remedy: remedy.Say("download it and read it from there"), Err: err}
	}
	sum := sha256.Sum256([]byte(address))
	return filepath.Join(folder, "unfold", "data", hex.EncodeToString(sum[:])), nil
}

// hasChecksum reports whether a kept file has the checksum asked for, if any.
func (l *Load) hasChecksum(kept string) bool {
	if l.SHA256 == "" {
		return true
	}
	sum, err := checksumOf(kept)
	return err == nil && strings.EqualFold(sum, l.SHA256)
}

// download fetches an address into the file kept, which appears only when it
// is complete and what was meant.
func (l *Load) download(ctx context.Context, address, kept string) error {
	listening, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	silence := time.AfterFunc(serverTimeout, func() { giveUp(errSilent) })
	defer silence.Stop()
	request, err := http.NewRequestWithContext(listening, http.MethodGet, address, nil)
	if err != nil {
		return unreachableError(err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections()
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return fetchError(listening, err)
	}
	defer response.Body.Close()
	silence.Reset(serverTimeout)
	if response.StatusCode != http.StatusOK {
		return &engine.Error{Param: "path", Cause: fmt.Sprintf("the server answered %s", response.Status), Remedy: remedy.Say("check the address")}
	}
	if response.ContentLength > l.bytes() {
		return tooLarge(l.bytes())
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		return cacheError(err)
	}
	part, err := os.CreateTemp(filepath.Dir(kept), "part-")
	if err != nil {
		return cacheError(err)
	}
	defer os.Remove(part.Name())
	response.Body = &patientReader{response.Body, silence}
	err = l.receive(listening, part, response)
	if closed := part.Close(); err == nil && closed != nil {
		err = cacheError(closed)
	}
	if err != nil {
		return err
	}
	if err := os.Rename(part.Name(), kept); err != nil {
		return cacheError(err)
	}
	return nil
}

// receive writes the body of an answer to a file and refuses what cannot be
// a table or is not the one meant.
func (l *Load) receive(ctx context.Context, file io.Writer, response *http.Response) error {
	hash := sha256.New()
	body := &progressReader{ctx: ctx, in: io.TeeReader(response.Body, hash), size: max(0, response.ContentLength), most: l.bytes()}
	var start bytes.Buffer
	if _, err := io.CopyN(&start, body, 1<<12); err != nil && err != io.EOF {
		return fetchError(ctx, err)
	}
	if !isPacked(start.Bytes()) { // else what it is shows when it is read
		if err := l.refuseFormat(start.Bytes()); err != nil {
			return err
		}
	}
	if _, err := file.Write(start.Bytes()); err != nil {
		return cacheError(err)
	}
	if _, err := io.Copy(file, body); err != nil {
		return fetchError(ctx, err)
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); l.SHA256 != "" && !strings.EqualFold(sum, l.SHA256) {
		return wrongChecksum(sum)
	}
	return nil
}

// A patientReader restarts the timeout of a server with each part that comes.
type patientReader struct {
	io.ReadCloser
	silence *time.Timer
}

func (h *patientReader) Read(p []byte) (int, error) {
	n, err := h.ReadCloser.Read(p)
	if n > 0 {
		h.silence.Reset(serverTimeout)
	}
	return n, err
}

// fetchError explains a silent server or a broken connection; other errors pass.
func fetchError(ctx context.Context, err error) error {
	if _, ok := err.(*engine.Error); ok {
		return err
	}
	switch cause := context.Cause(ctx); {
	case cause == errSilent:
		return &engine.Error{Param: "path", Cause: fmt.Sprintf("the server has sent nothing for %v", serverTimeout), Remedy: remedy.Say("try again later").Or(remedy.Say("download the file and read it from there")), Err: err}
	case cause != nil:
		return ctx.Err()
	}
	return unreachableError(err)
}

func unreachableError(err error) *engine.Error {
	return &engine.Error{Param: "path", Cause: fmt.Sprintf("the address cannot be reached: %v", err), Remedy: remedy.Say("check address and network").Or(remedy.Say("download the file and read it from there")), Err: err}
}

func cacheError(err error) *engine.Error {
	return &engine.Error{Param: "path", Cause: fmt.Sprintf("the file cannot be kept in the cache: %v", err), Remedy: remedy.Say("make room").Or(remedy.Say("download the file and read it from there")), Err: err}
}
