import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackages, compilerOf } from './build-packages.mjs';

const leastNode = [20, 19];
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const sourceFolders = [
  'src',
  'workflows',
  'activities',
  'api',
  'embedded',
  'bench',
  'packages/document-reader/bench',
  'packages/personal-data/bench',
  'packages/spreadsheet-reader/bench',
];

/** Absolute path of the project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** A failure whose message is all that its reader needs. */
export class ScriptFailure extends Error {}

/**
 * Makes the clone ready to run: the right Node, the packages of the lock file, the compiled program. Does
 * only what is missing or outdated, and says what it does and how long it took.
 *
 * @param {{ areTypesChecked?: boolean }} [options] `areTypesChecked`: the caller checks the types of all
 *   sources itself, so that compiling need not
 */
export async function bootstrap(options) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < leastNode[0] || (major === leastNode[0] && minor < leastNode[1])) {
    throw new ScriptFailure(
      `Node ${leastNode.join('.')} or newer is needed, this is ${process.versions.node}.`,
    );
  }
  if (packagesAreOutdated()) await step('Installing the packages', 'npm', ['ci', '--no-audit', '--no-fund']);
  await buildPackages(root, step);
  if (buildIsOutdated()) await build(options);
}

/**
 * Runs a command to its end, with a line before and one after it, and shows its output only when it fails; a
 * signal to us ends it too.
 */
async function step(title, command, args) {
  console.log(`${title}: begun`);
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const endWithUs = (signal) => {
    child.kill(signal);
    process.exitCode = 1;
  };
  for (const signal of endingSignals) process.once(signal, endWithUs);
  const ending = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  for (const signal of endingSignals) process.removeListener(signal, endWithUs);
  if (ending !== 0) throw new ScriptFailure(`${title} failed (${ending}).\n${output}`);
  console.log(`${title}: done (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
}

/**
 * Compares what npm noted of its last installation with the lock file; packages for other platforms are left
 * out.
 */
function packagesAreOutdated() {
  const installed = lockedPackages(path.join('node_modules', '.package-lock.json'));
  if (installed === undefined) return true;
  return Object.entries(lockedPackages('package-lock.json')).some(([folder, wanted]) => {
    if (folder === '') return false;
    const found = installed[folder];
    return found === undefined ? !wanted.optional : found.version !== wanted.version;
  });
}

/** Packages of a lock file by their folder; undefined when it is not there. */
function lockedPackages(name) {
  const file = path.join(root, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

function buildIsOutdated() {
  const built = modifiedAt(stampFile());
  if (built === undefined) return true;
  const files = ['package.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) => path.join(root, name));
  for (const folder of sourceFolders) {
    // A folder changes with each file that is added or removed directly in it.
    files.push(path.join(root, folder));
    for (const entry of readdirSync(path.join(root, folder), { recursive: true }))
      files.push(path.join(root, folder, entry));
  }
  return files.some((file) => modifiedAt(file) > built);
}

/** Compiles everything anew: the packages, then the service, whose benches use the client. */
export async function buildAll() {
  await buildPackages(root, step, { isForced: true });
  await build();
}

/** Compiles the program and bundles its workflows. `dist` then holds nothing that the sources do not. */
async function build({ areTypesChecked = false } = {}) {
  const removed = removeStaleOutput();
  // By its memory of the last build the compiler would leave out files that were removed since.
  if (removed || !existsSync(stampFile()))
    rmSync(path.join(root, '.cache', 'tsconfig.build.tsbuildinfo'), { force: true });
  const startedAt = new Date();
  const compiler = [compilerOf(root), '-p', 'tsconfig.build.json'];
  await step('Compiling', process.execPath, areTypesChecked ? [...compiler, '--noCheck'] : compiler);
  await step('Bundling the workflows', process.execPath, [
    path.join(root, 'dist', 'src', 'temporal', 'bundle-workflows.js'),
  ]);
  writeFileSync(stampFile(), '');
  // A source that changed meanwhile is newer than this build.
  utimesSync(stampFile(), startedAt, startedAt);
}

/**
 * Removes compiled files whose source was moved or removed: Node would find them first. Tells whether there
 * were any.
 */
function removeStaleOutput() {
  let removed = false;
  for (const folder of sourceFolders) {
    const output = path.join(root, 'dist', folder);
    if (!existsSync(output)) continue;
    for (const name of readdirSync(output, { recursive: true })) {
      const source = name.replace(/\.js(\.map)?$/, '.ts');
      if (source === name || existsSync(path.join(root, folder, source))) continue;
      rmSync(path.join(output, name));
      removed = true;
    }
  }
  return removed;
}

function stampFile() {
  return path.join(root, 'dist', '.built');
}

function modifiedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
