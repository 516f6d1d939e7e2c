import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from './exit-codes.js';

/** Address of the service, and key. */
export interface Login {
  url: string;
  apiKey: string;
}

/** Path of the file with the login, below the user's configuration folder. */
export function loginFile(): string {
  const { XDG_CONFIG_HOME: given = '' } = process.env;
  // An empty variable counts as unset.
  const folder = given === '' ? path.join(homedir(), '.config') : given;
  return path.join(folder, 'sheaf', 'login.json');
}

/** Saves a login in a file that only its owner can read. */
export function writeLogin(login: Login): void {
  const file = loginFile();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  // The mode of the write applies to new files only.
  chmodSync(file, 0o600);
}

/** The saved login; null without one. @throws UsageError for an invalid file */
export function readLogin(): Login | null {
  try {
    return JSON.parse(readFileSync(loginFile(), 'utf8')) as Login;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof SyntaxError)
      throw new UsageError(`${loginFile()} holds no login: run \`sheaf login\` again.`);
    throw error;
  }
}

/** Removes the saved login. False without one. */
export function removeLogin(): boolean {
  try {
    rmSync(loginFile());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
