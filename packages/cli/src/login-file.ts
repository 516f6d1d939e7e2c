import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from './exit-codes.js';

/** Where the service is, and with which key. */
export interface Login {
  url: string;
  apiKey: string;
}

/** Path of the file that keeps the login, below the user's folder for settings. */
export function loginFile(): string {
  const { XDG_CONFIG_HOME: given = '' } = process.env;
  // An empty variable is as none.
  const folder = given === '' ? path.join(homedir(), '.config') : given;
  return path.join(folder, 'sheaf', 'login.json');
}

/** Keeps a login in a file that only its owner can read. */
export function writeLogin(login: Login): void {
  const file = loginFile();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  // The mode above holds for new files only.
  chmodSync(file, 0o600);
}

/** The kept login; null where there is none. @throws UsageError for a file that holds none */
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
