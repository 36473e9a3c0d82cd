package registry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"unfold/engine"
	"unfold/engine/internal/download"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// Mirror is the environment variable that names the address of a folder with the files
// of data sets, such as https://host/data.
const Mirror = "UNFOLD_MIRROR"

// Fetch downloads the file of the set into the cache, from the folder at an address, or
// the one that UNFOLD_MIRROR names if from is empty, and returns where it lies. A file that
// is here already is not fetched again. What the server sends is kept only if it has the
// checksum of the set; how far it has come goes to [engine.Tell].
//
// It fails with an *engine.Error if no server is named, if it cannot be reached, does not
// have the file or has another one, and if it is silent for half a minute or for patience,
// if that is not zero.
func (s Set) Fetch(ctx context.Context, from string, patience time.Duration) (string, error) {
	if file, place := s.Find(); place == InFolder || place == InCache && s.Check(file) == nil {
		return file, nil
	}
	address, err := s.address(from)
	if err != nil {
		return "", err
	}
	request := download.Request{Address: address, As: s.File, SHA256: s.SHA256, Most: s.Bytes, Patience: patience, Refuse: refusePage}
	file, err := request.File(ctx)
	return file, s.explain(err, address)
}

// Obtain returns the file of the set: where it is, or where it was fetched from the server
// that UNFOLD_MIRROR names. One in the cache has the checksum of the set, or is an error.
func (s Set) Obtain(ctx context.Context, patience time.Duration) (string, error) {
	file, place := s.Find()
	switch place {
	case InFolder:
		return file, nil
	case InCache:
		return file, s.Check(file)
	}
	return s.Fetch(ctx, "", patience)
}

// address is where the server has the file.
func (s Set) address(from string) (string, error) {
	param := ""
	if from == "" {
		from, param = os.Getenv(Mirror), "fetch"
	}
	if from == "" {
		return "", &engine.Error{Param: param, Cause: fmt.Sprintf("no server is named that holds %s%s", s.File, tellCached()), Remedy: remedy.Say("name the address of a folder that holds it in %s", Mirror).Or(s.byHand())}
	}
	address, err := url.Parse(from)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return "", &engine.Error{Param: param, Cause: fmt.Sprintf("%q is no address of a folder", from), Remedy: remedy.Say("write it like https://host/data")}
	}
	return address.JoinPath(s.File).String(), nil
}

// refusePage refuses what servers send where a file is not: a page.
func refusePage(start []byte) error {
	if text := bytes.ToLower(bytes.TrimSpace(start)); bytes.HasPrefix(text, []byte("<!doctype")) || bytes.HasPrefix(text, []byte("<html")) {
		return &engine.Error{Cause: "the server has sent a page, not a file", Remedy: remedy.Say("check the address")}
	}
	return nil
}

// explain says of an error what it means for the set: a file that is too large or has
// another checksum is another one, whatever limits were asked for.
func (s Set) explain(err error, address string) error {
	var fault *engine.Error
	if !errors.As(err, &fault) {
		return err
	}
	told := *fault
	told.Param, told.Cause = "", fmt.Sprintf("%s cannot be fetched from %s: %s%s", s.Name, withoutSecrets(address), fault.Cause, tellCached())
	told.Remedy = fault.Remedy.Or(s.byHand())
	switch fault.Param {
	case "sha256":
		told.Cause = fmt.Sprintf("what %s has as %s is another file: it %s, not %s", withoutSecrets(address), s.Name, strings.TrimPrefix(fault.Cause, "the file "), s.SHA256)
		told.Remedy = remedy.Say("ask another server")
	case "limit":
		told.Cause = fmt.Sprintf("what %s has as %s is another file: it is larger than %s", withoutSecrets(address), s.Name, wording.Bytes(uint64(s.Bytes)))
		told.Remedy = remedy.Say("ask another server")
	}
	return &told
}

// withoutSecrets is an address without the name and password that it may have.
func withoutSecrets(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	parsed.User = nil
	return parsed.String()
}
