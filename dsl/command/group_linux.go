package command

import "syscall"

// bindLife has the system kill the leader of a group when this process is gone
// before it could. The thread that starts the program has to live as long.
func bindLife(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
