import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mountArguments = (bytes: number, folder: string) => [
  '-t',
  'tmpfs',
  '-o',
  `size=${bytes}`,
  'tmpfs',
  folder,
];

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-mount-'));
  const mounted = spawnSync('mount', mountArguments(65_536, folder)).status === 0;
  if (mounted) execFileSync('umount', [folder]);
  rmdirSync(folder);
  return mounted;
}

/** Whether this process may mount file systems, as root of many containers may. */
export const canMount = tryMount();

/** Mounts a file system of so many bytes, and answers its folder. */
export async function mountSmall(bytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-small-'));
  execFileSync('mount', mountArguments(bytes, folder));
  return folder;
}

/** Takes a file system away that `mountSmall` has mounted, with what is in it. */
export async function unmount(folder: string): Promise<void> {
  execFileSync('umount', [folder]);
  await rm(folder, { recursive: true });
}
