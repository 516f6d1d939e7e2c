import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedFailure } from '../failure';
import type { ToolContext } from '../processes/run-tool';
import { type Report, timed } from '../report';
import { type Manifest, matchesManifest, recordFolder } from './checksums';
import { acquireLock } from './lock';

const manifestName = '.manifest.json';

/** An entry of the cache: a folder whose content depends on `name` alone. */
export interface CacheEntry {
  /**
   * Folder name; carries everything the content depends on (version, platform, fingerprint of own sources).
   */
  name: string;
  /** Title for the person who waits: the program and how it is obtained, such as `MongoDB 6.0.5 with pip`. */
  title: string;
  /**
   * Fills the empty `folder` with the machine's tools and refuses what has another checksum than the pinned
   * one.
   */
  build(folder: string, tools: ToolContext): Promise<void>;
}

/** Settings for obtaining an entry. */
export interface ObtainContext {
  /** Cache folder, shared by all clones. */
  cache: string;
  report: Report;
  /** Ends tools and waiting. */
  signal: AbortSignal;
}

/**
 * The folder of `entry` in the cache, built first when it is missing or damaged. It appears complete or not
 * at all, whatever happens to the builder; of several processes that want it at once one builds and the
 * others wait.
 */
export async function obtain(context: ObtainContext, entry: CacheEntry): Promise<string> {
  const { cache, report, signal } = context;
  const folder = path.join(cache, entry.name);
  if (await isIntact(folder)) return folder;
  const lock = await acquireLock(path.join(cache, 'locks', entry.name), {
    onBusy: (pid) => {
      report(`${entry.title}: process ${pid} is obtaining it, waiting`);
    },
    signal,
  });
  try {
    if (await isIntact(folder)) return folder;
    report(`${entry.title}: obtaining it, once for this machine`);
    await timed(report, `${entry.title}: obtained`, () => buildEntry(context, folder, entry));
    return folder;
  } finally {
    await lock.release();
  }
}

async function isIntact(folder: string): Promise<boolean> {
  try {
    const manifest = JSON.parse(await readFile(path.join(folder, manifestName), 'utf8')) as Manifest;
    return await matchesManifest(folder, manifest);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return false;
    throw error;
  }
}

async function buildEntry(
  { cache, signal }: ObtainContext,
  folder: string,
  entry: CacheEntry,
): Promise<void> {
  const logFile = path.join(cache, 'logs', `${entry.name}.log`);
  await mkdir(path.dirname(logFile), { recursive: true });
  await removeLeftovers(cache, entry.name);
  const draft = path.join(cache, `${entry.name}.draft-${randomUUID()}`);
  await mkdir(draft);
  try {
    await entry.build(draft, { logFile, signal });
    const manifest = await recordFolder(draft);
    if (Object.keys(manifest).length === 0)
      throw new EmbeddedFailure(`${entry.title}: nothing was obtained.`);
    await writeFile(path.join(draft, manifestName), JSON.stringify(manifest));
    // A damaged one is moved away first: a folder can only be renamed to a name that is free.
    await moveAway(folder);
    await rename(draft, folder);
  } finally {
    await removeLeftovers(cache, entry.name);
  }
}

async function moveAway(folder: string): Promise<void> {
  try {
    await rename(folder, `${folder}.draft-${randomUUID()}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Under the lock every draft of this entry is abandoned: no other process can be building it. */
async function removeLeftovers(cache: string, name: string): Promise<void> {
  const leftovers = (await readdir(cache)).filter((candidate) => candidate.startsWith(`${name}.draft-`));
  await Promise.all(
    leftovers.map((leftover) => rm(path.join(cache, leftover), { recursive: true, force: true })),
  );
}
