import { readFileSync } from 'node:fs';

/** A user of this machine by the numbers of user and group. */
export interface MachineUser {
  uid: number;
  gid: number;
}

/** Whether this process may do everything, which some servers refuse to run with. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** The user `name` of `/etc/passwd`; undefined when there is none. */
export function findUser(name: string): MachineUser | undefined {
  const entries = readFileSync('/etc/passwd', 'utf8').split('\n');
  const entry = entries.map((line) => line.split(':')).find(([user]) => user === name);
  return entry && { uid: Number(entry[2]), gid: Number(entry[3]) };
}
