import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

/** Folders of the packages of the workspace. */
const packages = ['personal-data', 'spreadsheet-reader', 'document-reader', 'client', 'cli', 'console'].map(
  (name) => path.join('packages', name),
);
const settings = ['package.json', 'tsconfig.json', 'index.html', 'vite.config.mjs'];
/** Folder of the built console, below the root. */
const consolePage = path.join('dist', 'console-page');

/**
 * Path of the native compiler of TypeScript; other tools use `typescript`, the last release in JavaScript.
 */
export const compilerOf = (root) => path.join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');

/**
 * Builds the packages of the workspace where a source has changed since: the console into the `dist` of the
 * service, the others into their own.
 *
 * @param {string} root folder of the project
 * @param {(title: string, program: string, args: string[]) => Promise<void>} step runs a program to its end
 * @param {{ isForced?: boolean }} [options] `isForced`: whatever has changed
 */
export async function buildPackages(root, step, { isForced = false } = {}) {
  const at = (...parts) => path.join(root, ...parts);
  const stamp = at('dist', '.packages-built');
  if (!isForced && !isOutdated(root, stamp)) return;
  const startedAt = new Date();
  const compile = (title, config) => step(title, process.execPath, [compilerOf(root), '-p', at(config)]);
  for (const folder of packages) rmSync(at(folder, 'dist'), { recursive: true, force: true });
  await compile('Compiling the finder of personal data', 'packages/personal-data/tsconfig.build.json');
  await compile('Compiling the spreadsheet reader', 'packages/spreadsheet-reader/tsconfig.build.json');
  await compile('Compiling the document reader', 'packages/document-reader/tsconfig.build.json');
  await compile('Compiling the client', 'packages/client/tsconfig.esm.json');
  await compile('Compiling the client for CommonJS', 'packages/client/tsconfig.cjs.json');
  mkdirSync(at('packages', 'client', 'dist', 'cjs'), { recursive: true });
  writeFileSync(at('packages', 'client', 'dist', 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
  await compile('Compiling the command line', 'packages/cli/tsconfig.build.json');
  const vite = [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', at('packages', 'console')];
  await step('Building the console', process.execPath, [
    ...vite,
    '--config',
    at('packages', 'console', 'vite.config.mjs'),
    '--logLevel',
    'warn',
  ]);
  await compress(at(consolePage));
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
  // A source that changed meanwhile is newer than this build.
  utimesSync(stamp, startedAt, startedAt);
}

function isOutdated(root, stamp) {
  const builtAt = modifiedAt(stamp);
  if (builtAt === undefined) return true;
  return packages
    .map((name) => path.join(root, name))
    .flatMap((folder) => [
      ...settings.map((name) => path.join(folder, name)),
      path.join(folder, 'src'),
      ...readdirSync(path.join(folder, 'src'), { recursive: true }).map((name) =>
        path.join(folder, 'src', name),
      ),
    ])
    .some((file) => modifiedAt(file) > builtAt);
}

/** Puts a compressed file (`.gz`) beside each file of a folder. */
async function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.gz')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION });
    await pipeline(createReadStream(file), gzip, createWriteStream(`${file}.gz`));
  }
}

function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
