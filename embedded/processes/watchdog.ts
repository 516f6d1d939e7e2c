import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/**
 * Reads which process groups to look after until the pipe closes, which the kernel does with this process
 * however it ends; then ends those that are left.
 */
const script = `
trap '' INT HUP TERM
groups=''
while read -r verb group; do
  rest=''
  for known in $groups; do [ "$known" = "$group" ] || rest="$rest $known"; done
  if [ "$verb" = watch ]; then groups="$rest $group"; else groups=$rest; fi
done
[ -z "$groups" ] && exit 0
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
tries=0
while [ $tries -lt 50 ]; do
  left=''
  for group in $groups; do kill -s 0 -- "-$group" 2>/dev/null && left=yes; done
  [ -z "$left" ] && exit 0
  tries=$((tries + 1))
  sleep 0.2
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`;

let pipe: Writable | undefined;

/** From now on the process group `groupId` ends when this process does, even by SIGKILL. */
export function watchGroup(groupId: number): void {
  pipe ??= startWatchdog();
  pipe.write(`watch ${groupId}\n`);
}

/** The process group has ended; its number may be given to another one. */
export function forgetGroup(groupId: number): void {
  pipe?.write(`forget ${groupId}\n`);
}

/** Its own session spares it a Ctrl-C at the terminal. */
function startWatchdog(): Writable {
  const shell = spawn('/bin/sh', ['-c', script, 'sheaf-watchdog'], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it children still end with every orderly stop, and the next start ends what a crash left.
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return shell.stdin;
}
