import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Size, time and content of one file as it was when it was obtained. */
export interface FileRecord {
  sizeBytes: number;
  modifiedAtMs: number;
  sha256: string;
}

/** The files of a folder by their path relative to it. */
export type Manifest = Record<string, FileRecord>;

/** SHA-256 of a file's bytes in hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Reads every file below `folder` (not following links) and records it. */
export async function recordFolder(folder: string): Promise<Manifest> {
  const manifest: Manifest = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(file);
    manifest[path.relative(folder, file)] = {
      sizeBytes: size,
      modifiedAtMs: mtimeMs,
      sha256: await sha256Of(file),
    };
  }
  return manifest;
}

/**
 * Whether every recorded file is still there unchanged. Size and time are compared; the content is read again
 * only where the time differs (a copied cache), so that a start costs a few milliseconds.
 */
export async function matchesManifest(folder: string, manifest: Manifest): Promise<boolean> {
  const checks = Object.entries(manifest).map(async ([name, record]) => {
    const file = path.join(folder, name);
    const found = await stat(file).catch(ifAbsent);
    if (found?.size !== record.sizeBytes) return false;
    return found.mtimeMs === record.modifiedAtMs || (await sha256Of(file)) === record.sha256;
  });
  return (await Promise.all(checks)).every(Boolean);
}

function ifAbsent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
