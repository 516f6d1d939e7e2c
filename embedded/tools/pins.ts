import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../project-root';

/** Absolute path of a checked-in list of versions and checksums (`embedded/pins`). */
export function pinFile(name: string): string {
  return path.join(projectRoot, 'embedded', 'pins', name);
}

/** Lines of a pin list, each split at its blanks. */
export function readPins(name: string): string[][] {
  const lines = readFileSync(pinFile(name), 'utf8').trim().split('\n');
  return lines.map((line) => line.split(/\s+/));
}

/** Twelve characters that change whenever one of the `files` does. */
export function fingerprint(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 12);
}
