// Package download fetches files from addresses into the user's cache folder, with
// progress, a limit and a checksum, and reads files alike. It imports the vocabulary of
// the engine alone. Start at [Request.File].
package download

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

// patience is how long a server may be silent, before its answer begins and while it
// sends it.
const patience = 30 * time.Second

// A Request is what is to be fetched.
type Request struct {
	Address string
	As      string // what the file is called in the cache; made of the address if empty
	SHA256  string // that the file must have, if not empty
	Fresh   bool   // it is fetched again, whatever is kept
	Most    int64  // bytes that it may have
	// Refuse is the error of a file that begins so, if it cannot be what is wanted.
	Refuse   func(start []byte) error
	Patience time.Duration // how long the server may be silent; half a minute if zero
}

// errSilent is why a download ends whose server said nothing for that long.
var errSilent = errors.New("the server is silent")

// File returns the kept file of the address, after fetching it if need be.
func (r Request) File(ctx context.Context) (string, error) {
	kept, err := r.kept()
	if err != nil {
		return "", err
	}
	info, err := os.Stat(kept)
	if err != nil {
		return kept, r.download(ctx, kept)
	}
	since := info.ModTime()
	if !r.Fresh && r.hasChecksum(kept) {
		engine.Remark(ctx, `read from the cache, where it lies since %s, %s; fresh="yes" fetches it again`, since.UTC().Format(time.DateOnly), formatAge(time.Since(since)))
		return kept, nil
	}
	err = r.download(ctx, kept)
	var fault *engine.Error
	if r.Fresh && errors.As(err, &fault) {
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

// Kept is where the file of an address is kept: in the folder
// unfold/data of the user's cache folder, named by the SHA-256 of the address.
func Kept(address string) (string, error) {
	sum := sha256.Sum256([]byte(address))
	return KeptAs(hex.EncodeToString(sum[:]))
}

// kept is where the file is kept.
func (r Request) kept() (string, error) {
	if r.As != "" {
		return KeptAs(r.As)
	}
	return Kept(r.Address)
}

// KeptAs is where a file of the given name is kept, in the same folder.
func KeptAs(name string) (string, error) {
	folder, err := os.UserCacheDir()
	if err != nil {
		return "", &engine.Error{Param: "path", Cause: fmt.Sprintf("there is no cache folder to keep the file in: %v", err), Remedy: remedy.Say("download it and read it from there"), Err: err}
	}
	return filepath.Join(folder, "unfold", "data", name), nil
}

// hasChecksum reports whether a kept file has the checksum asked for, if any.
func (r Request) hasChecksum(kept string) bool {
	if r.SHA256 == "" {
		return true
	}
	sum, err := ChecksumOf(kept)
	return err == nil && strings.EqualFold(sum, r.SHA256)
}

// download fetches the address into the file kept, which appears only when it
// is complete and what was meant.
func (r Request) download(ctx context.Context, kept string) error {
	listening, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	silence := time.AfterFunc(r.patience(), func() { giveUp(errSilent) })
	defer silence.Stop()
	request, err := http.NewRequestWithContext(listening, http.MethodGet, r.Address, nil)
	if err != nil {
		return unreachableError(err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections()
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return r.fetchError(listening, err)
	}
	defer response.Body.Close()
	silence.Reset(r.patience())
	if response.StatusCode != http.StatusOK {
		return &engine.Error{Param: "path", Cause: fmt.Sprintf("the server answered %s", response.Status), Remedy: remedy.Say("check the address")}
	}
	if response.ContentLength > r.Most {
		return TooLarge(r.Most)
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		return cacheError(err)
	}
	part, err := os.CreateTemp(filepath.Dir(kept), "part-")
	if err != nil {
		return cacheError(err)
	}
	defer os.Remove(part.Name())
	response.Body = &patientReader{response.Body, silence, r.patience()}
	err = r.receive(listening, part, response)
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
func (r Request) receive(ctx context.Context, file io.Writer, response *http.Response) error {
	hash := sha256.New()
	body := &Reader{Context: ctx, In: io.TeeReader(response.Body, hash), Size: max(0, response.ContentLength), Most: r.Most}
	var start bytes.Buffer
	if _, err := io.CopyN(&start, body, 1<<12); err != nil && err != io.EOF {
		return r.fetchError(ctx, err)
	}
	if err := r.Refuse(start.Bytes()); err != nil {
		return err
	}
	if _, err := file.Write(start.Bytes()); err != nil {
		return cacheError(err)
	}
	if _, err := io.Copy(file, body); err != nil {
		return r.fetchError(ctx, err)
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); r.SHA256 != "" && !strings.EqualFold(sum, r.SHA256) {
		return WrongChecksum(sum)
	}
	return nil
}

// A patientReader restarts the timeout of a server with each part that comes.
type patientReader struct {
	io.ReadCloser
	silence  *time.Timer
	patience time.Duration
}

func (h *patientReader) Read(p []byte) (int, error) {
	n, err := h.ReadCloser.Read(p)
	if n > 0 {
		h.silence.Reset(h.patience)
	}
	return n, err
}

// fetchError explains a silent server or a broken connection; other errors pass.
func (r Request) fetchError(ctx context.Context, err error) error {
	if _, ok := err.(*engine.Error); ok {
		return err
	}
	switch cause := context.Cause(ctx); {
	case cause == errSilent:
		return &engine.Error{Param: "path", Cause: fmt.Sprintf("the server has sent nothing for %v", r.patience()), Remedy: remedy.Say("try again later").Or(remedy.Say("download the file and read it from there")), Err: err}
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

func (r Request) patience() time.Duration {
	if r.Patience > 0 {
		return r.Patience
	}
	return patience
}
