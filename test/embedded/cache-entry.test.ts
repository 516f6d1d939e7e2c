import { readFileSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CacheEntry, obtain } from '../../embedded/cache/entry';
import { runProgram } from './run-program';
import { useTemporaryFolder } from './temporary-folder';

const folder = useTemporaryFolder();
const { signal } = new AbortController();

function obtainHere(build: CacheEntry['build']): Promise<string> {
  const context = { cache: folder(), report: () => undefined, signal };
  return obtain(context, { name: 'artefact', title: 'Artefact', build });
}

/** An entry that counts how often it was built. */
function countingEntry() {
  const counted = { builds: 0, obtain: () => obtainHere(build) };
  const build = (draft: string): Promise<void> => {
    counted.builds += 1;
    writeFileSync(path.join(draft, 'program'), 'all of it');
    return Promise.resolve();
  };
  return counted;
}

test('two processes that want the same entry at once build it once and both get all of it', async () => {
  const builds = path.join(folder(), 'builds');
  const programs = [1, 2].map(() => runProgram('obtain-entry', [folder(), builds, 'finish']));
  const folders = await Promise.all(programs.map((program) => program.nextLine()));
  expect(readFileSync(builds, 'utf8').trim().split('\n')).toHaveLength(1);
  for (const obtained of folders) expect(readFileSync(path.join(obtained, 'second'), 'utf8')).toBe('two');
});

test('a builder killed half-way leaves nothing that the next one would use', async () => {
  const killed = runProgram('obtain-entry', [folder(), path.join(folder(), 'builds'), 'hang']);
  expect(await killed.nextLine()).toBe('half built');
  killed.process.kill('SIGKILL');
  await killed.ended();
  const entry = countingEntry();
  const obtained = await entry.obtain();
  expect(readdirSync(obtained).sort()).toEqual(['.manifest.json', 'program']);
  expect(readdirSync(folder()).filter((name) => name.includes('draft'))).toEqual([]);
});

test('a build that fails leaves no entry, and the next attempt builds again', async () => {
  const failing = obtainHere((draft) => {
    writeFileSync(path.join(draft, 'program'), 'half of it');
    return Promise.reject(new Error('the registry is away'));
  });
  await expect(failing).rejects.toThrow('the registry is away');
  expect(readdirSync(folder()).sort()).toEqual(['locks', 'logs']);
  const entry = countingEntry();
  await entry.obtain();
  expect(entry.builds).toBe(1);
});

test('an entry that is there is used as it is', async () => {
  const entry = countingEntry();
  await entry.obtain();
  await entry.obtain();
  expect(entry.builds).toBe(1);
});

test('an entry whose files only have other times, as in a copied cache, is used as it is', async () => {
  const entry = countingEntry();
  utimesSync(path.join(await entry.obtain(), 'program'), 1, 1);
  await entry.obtain();
  expect(entry.builds).toBe(1);
});

test.each<[string, (file: string, manifest: string) => void]>([
  [
    'is missing a file',
    (file) => {
      rmSync(file);
    },
  ],
  [
    'has a file cut short',
    (file) => {
      truncateSync(file, 3);
    },
  ],
  [
    'has a file with other bytes',
    (file) => {
      writeFileSync(file, 'ALL of it');
      utimesSync(file, 1, 1);
    },
  ],
  [
    'has lost its manifest',
    (_, manifest) => {
      rmSync(manifest);
    },
  ],
  [
    'has a torn manifest',
    (_, manifest) => {
      truncateSync(manifest, 5);
    },
  ],
])('an entry that %s is built again', async (_, damage) => {
  const entry = countingEntry();
  const obtained = await entry.obtain();
  damage(path.join(obtained, 'program'), path.join(obtained, '.manifest.json'));
  await entry.obtain();
  expect(entry.builds).toBe(2);
  expect(readFileSync(path.join(obtained, 'program'), 'utf8')).toBe('all of it');
  expect(readdirSync(folder()).filter((name) => name.includes('draft'))).toEqual([]);
});
