import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Where the service is, and with which key. */
export interface Login {
  url: string;
  apiKey: string;
}

/** Path of the file that keeps the login, below the user's folder for settings. */
export function loginFile(): string {
  const folder = process.env.XDG_CONFIG_HOME ?? path.join(homedir(), '.config');
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

/** The kept login; null where there is none. */
export function readLogin(): Login | null {
  try {
    return JSON.parse(readFileSync(loginFile(), 'utf8')) as Login;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
