//go:build unix

package worker

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// separateMessages tells that messages have descriptors of their own.
const separateMessages = true

// The descriptors of messages in the child: the first that exec.Cmd passes on
// besides the standard ones.
const (
	messagesIn  = 3
	messagesOut = 4
)

// pass gives the ends of the message pipes to a command.
func pass(cmd *exec.Cmd, in, out *os.File) { cmd.ExtraFiles = []*os.File{in, out} }

// inherited returns the message pipes that this process was started with. The
// processes that it starts in turn do not get them.
func inherited() (in, out *os.File, err error) {
	for _, fd := range []int{messagesIn, messagesOut} {
		var stat syscall.Stat_t
		if err := syscall.Fstat(fd, &stat); err != nil {
			return nil, nil, fmt.Errorf("descriptor %d: %w", fd, err)
		}
		if stat.Mode&syscall.S_IFMT != syscall.S_IFIFO {
			return nil, nil, fmt.Errorf("descriptor %d is not a pipe", fd)
		}
		syscall.CloseOnExec(fd)
		if err := syscall.SetNonblock(fd, true); err != nil {
			return nil, nil, fmt.Errorf("descriptor %d: %w", fd, err)
		}
	}
	return os.NewFile(messagesIn, "messages in"), os.NewFile(messagesOut, "messages out"), nil
}
