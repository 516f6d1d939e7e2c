"""Runs a program in a pseudo-terminal of 80 columns: terminal.py <mode> <program> <argument>…

What it writes goes to standard output, and its exit code is that of this program. Modes: `read`; `interrupt`,
where nothing more is read from the first output until Ctrl-C has been typed; `type=<text>`, where the text is
typed as a line once the output ends like a prompt.
"""

import fcntl
import os
import pty
import struct
import sys
import termios

mode, *command = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    # The terminal has its size before the program looks.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.execvp(command[0], command)
while True:
    try:
        output = os.read(terminal, 65536)
    except OSError:
        break
    if not output:
        break
    sys.stdout.buffer.write(output)
    if mode.startswith("type=") and output.endswith(b": "):
        os.write(terminal, mode.removeprefix("type=").encode() + b"\r")
        mode = "read"
    if mode == "interrupt":
        os.write(terminal, b"\x03")
        mode = "read"
sys.stdout.buffer.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
