import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setting } from '../../embedded/setting';
import { connectMongo } from '../../src/stores/mongo/mongo';
import { dropDatabase } from './drop-database';
import { foreignIds } from './seen-ids';

/** Begins a run: its processes note in a folder which databases they have made. Once for all lanes. */
export function beginRun(): void {
  process.env.TEST_RUN_FOLDER ??= mkdtempSync(path.join(tmpdir(), 'sheaf-run-'));
}

/** Folder of this run; undefined where nothing has begun one. */
export function runFolder(): string | undefined {
  return setting('TEST_RUN_FOLDER');
}

/**
 * Folder for what the suites of this process were answered out of the database that they share, if they do.
 */
export function seenFolderOfProcess(): string | undefined {
  const run = runFolder();
  return run === undefined ? undefined : path.join(run, String(process.pid));
}

/** Notes a database of this process: that which its suites share, or one that they have one after the other. */
export function noteDatabase(run: string, url: string, { isShared }: { isShared: boolean }): void {
  const name = isShared ? String(process.pid) : path.basename(new URL(url).pathname);
  writeFileSync(path.join(run, `${name}.database`), url);
}

/**
 * Ends a run: removes the databases of its processes.
 *
 * @throws Error when a suite was answered rows of another suite's organization
 */
export async function endRun(): Promise<void> {
  const run = runFolder();
  delete process.env.TEST_RUN_FOLDER;
  if (run === undefined || !existsSync(run)) return;
  const foreign: string[] = [];
  for (const name of readdirSync(run).filter((file) => file.endsWith('.database'))) {
    const url = readFileSync(path.join(run, name), 'utf8');
    const mongo = await connectMongo(url, 'test');
    foreign.push(...(await foreignIds(mongo.db, path.join(run, path.parse(name).name))));
    await mongo.close();
    await dropDatabase(url);
  }
  rmSync(run, { recursive: true });
  if (foreign.length > 0) throw new Error(`Suites have seen rows of others:\n${foreign.join('\n')}`);
}
