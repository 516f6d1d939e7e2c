import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { freePort, isPortFree } from './free-port';

/** The ports of one data folder. */
export interface Ports {
  /**
   * The port that `name` had in the last run when it is still free, else a free one; written down for the
   * next run, so that addresses stay the same.
   */
  choose(name: string): Promise<number>;
}

/** Keeps the chosen ports in `file`. */
export function createPorts(file: string): Ports {
  const known = readPorts(file);
  return {
    async choose(name) {
      const before = known[name];
      if (before !== undefined && (await isPortFree(before))) return before;
      const chosen = await freePort();
      known[name] = chosen;
      writeFileSync(`${file}.draft`, JSON.stringify(known));
      renameSync(`${file}.draft`, file);
      return chosen;
    },
  };
}

function readPorts(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}
