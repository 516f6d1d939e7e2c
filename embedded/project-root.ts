import { existsSync } from 'node:fs';
import path from 'node:path';

/** A file of the project's folder that the compiler never copies to its output. */
const marker = 'package-lock.json';

/** Absolute path of the project's folder: the nearest one above this file that holds the lock file. */
export const projectRoot = findRoot(__dirname);

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, marker))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error(`embedded/ has to lie inside the project: no ${marker} above it.`);
  return findRoot(parent);
}
