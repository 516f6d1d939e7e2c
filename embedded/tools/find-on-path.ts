import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Absolute path of the first executable file `name` on the PATH of `env`; undefined when there is none. */
export function findOnPath(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.resolve(folder, name)).find(isExecutable);
}

/** Whether `file` is a file that this user may execute. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Absent, a dangling link, or a folder that may not be read: it cannot be used either way.
    return false;
  }
}
