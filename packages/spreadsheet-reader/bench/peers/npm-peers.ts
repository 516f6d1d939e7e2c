import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Readers that only the bench needs; installed into the cache, so that the project's own tree stays small.
 */
export const NPM_PEERS = { exceljs: '4.4.0', papaparse: '5.7.1', 'csv-parse': '6.2.1' } as const;

/** Folder of the packages, named after their versions so that a raised version is installed anew. */
export const npmPeersFolder = (cacheFolder: string): string =>
  join(cacheFolder, 'npm', Object.values(NPM_PEERS).join('_'));

/**
 * Loads one of the packages within a peer's program, which learns the folder from `BENCH_NPM_PEERS`.
 *
 * @throws Error when the variable is missing or the package is not installed
 */
export function loadNpmPeer(name: keyof typeof NPM_PEERS): unknown {
  const folder = process.env.BENCH_NPM_PEERS;
  if (folder === undefined) throw new Error('BENCH_NPM_PEERS must name the folder of the installed peers.');
  return createRequire(join(folder, 'package.json'))(name);
}
