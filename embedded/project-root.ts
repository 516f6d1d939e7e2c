import { existsSync } from 'node:fs';
import path from 'node:path';

/** Absolute path of the project's folder: the nearest one above this file that holds `package.json`. */
export const projectRoot = findRoot(__dirname);

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder)
    throw new Error('embedded/ has to lie inside the project: no package.json above it.');
  return findRoot(parent);
}
