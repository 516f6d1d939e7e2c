import { watch } from 'chokidar';
import { Command } from 'commander';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT, failureOf, isPassing } from '../exit-codes.js';
import { type IndexedFolder, indexFiles } from '../index-files.js';
import { type OcrLanguage, ocrLanguageOption } from '../ocr-language-option.js';
import { openSession, type Session } from '../session.js';

/** Time without a change after which the changed files of a folder are indexed. */
const restMs = 500;
/** Pause before the next try when the service is unavailable. */
const pauseMs = 2_000;

interface Options {
  watch?: true;
  ocrLanguage?: OcrLanguage;
}

/** `sheaf index`: puts the files of a folder into a collection. */
export const indexCommand = (): Command =>
  new Command('index')
    .description('Put the files of a folder into a collection; what it has already is skipped')
    .argument('<collection>', 'made where there is none')
    .argument('<folder>')
    .option('--watch', 'index files that are added or changed too, until Ctrl-C')
    .addOption(ocrLanguageOption())
    .action(async (collection: string, folder: string, options: Options, command: Command) => {
      const { ocrLanguage } = options;
      const session = openSession(command);
      const params = { path: { collection_name: collection } };
      // The watch starts first, so that changes during the initial indexing are not missed.
      const changes = options.watch === true ? await watchFolder(folder) : null;
      try {
        const names = await filesBelow(folder);
        await session.sheaf.put('/v2/collections/{collection_name}', { params, signal: session.signal });
        await indexAndTell(session, { collection, folder, names, ocrLanguage });
        if (changes !== null) await indexChanges(session, { collection, folder, ocrLanguage }, changes);
      } finally {
        await changes?.close();
      }
    });

/** Names of all files below a folder, without links. @throws Error for a folder that cannot be read */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

async function indexAndTell(session: Session, indexed: IndexedFolder): Promise<void> {
  const files = await indexFiles(session, indexed);
  const rows = files.map(({ filename, status, error_code: error, skip_reason: skipped }) => [
    filename,
    status,
    error ?? skipped,
  ]);
  await session.output.show(files, { head: ['file', 'status', 'reason'], rows });
  for (const { filename, status, error_message: message } of files)
    if (status === 'failed') {
      process.stderr.write(`${filename}: ${message ?? 'failed'}\n`);
      process.exitCode = EXIT.jobFailed;
    }
}

/** The names of files that were added to a folder or changed in it. */
interface FolderChanges {
  /** Names since the last call, without deleted files. Waits until there are some or `signal` aborts. */
  next(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

/** Watches a folder for added and changed files, from now on. */
async function watchFolder(folder: string): Promise<FolderChanges> {
  const changed = new Set<string>();
  let wake = (): void => undefined;
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    awaitWriteFinish: { stabilityThreshold: restMs },
  });
  const note = (file: string) => {
    changed.add(path.relative(folder, file));
    wake();
  };
  watcher.on('add', note).on('change', note);
  watcher.on('unlink', (file) => changed.delete(path.relative(folder, file)));
  await new Promise<void>((resolve, reject) => {
    watcher.once('ready', resolve).once('error', reject);
  });
  return {
    async next(signal) {
      const end = () => {
        wake();
      };
      signal.addEventListener('abort', end, { once: true });
      while (changed.size === 0 && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
      signal.removeEventListener('abort', end);
      const names = [...changed];
      changed.clear();
      return names;
    },
    close: () => watcher.close(),
  };
}

/** Indexes changed files in groups until the signal aborts. Retries when the service is unavailable. */
async function indexChanges(
  session: Session,
  indexed: Omit<IndexedFolder, 'names'>,
  changes: FolderChanges,
): Promise<never> {
  for (;;) {
    const changed = await changes.next(session.signal);
    session.signal.throwIfAborted();
    const names = await filesAmong(indexed.folder, changed);
    if (names.length > 0) await indexOnceThere(session, { ...indexed, names, replaces: true });
  }
}

async function indexOnceThere(session: Session, indexed: IndexedFolder): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    try {
      await indexAndTell(session, indexed);
      return;
    } catch (error) {
      if (session.signal.aborted || !isPassing(error)) throw error;
      if (!isTold) process.stderr.write(`${failureOf(error).line} Watching continues.\n`);
      await pause(pauseMs, undefined, { signal: session.signal });
    }
  }
}

/** Names, among these, that {@link filesBelow} would return: links are excluded. */
async function filesAmong(folder: string, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    names.map((name) => lstat(path.join(folder, name)).then((file) => file.isFile(), isGone)),
  );
  return names.filter((_, at) => found[at]);
}

/** False for a missing file. @throws any other error */
function isGone(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  throw error;
}
