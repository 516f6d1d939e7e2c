import { randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { signBlobPath } from '../signing/blob-url';
import { BlobNotFound } from './blob-error';
import { assertBlobKey, assertBlobPrefix } from './blob-key';
import { type BlobStore } from './blob-store';
import {
  errnoOf,
  placeFiles,
  pruneFolders,
  removeFile,
  removeFolder,
  startFile,
  syncFile,
  unlessMissing,
} from './folder-files';
import { requireRoom, whileRoom } from './folder-room';
import { takeOverGrown } from './grown-file';
import { joinFiles } from './join-files';
import { createMeter } from './meter';

/** Character that no key contains, so that names of drafts and content types cannot collide with blobs. */
const mark = '~';
/** Name of a draft or of its content type. Other files in the folder belong to its owner. */
const draftName = new RegExp(`^[0-9a-f-]{36}(?:${mark}type)?$`);
/** Modes for customers' files: only the service's own user has access. */
const folderMode = 0o700;
const defaultContentType = 'application/octet-stream';

export interface FolderBlobsOptions {
  /** Folder that all processes share; created if missing. */
  folder: string;
  /** Address under which clients reach `/b/…`. */
  publicUrl: string;
  signingKey: Uint8Array;
  /** Folder of this process for drafts, below `draftsOf(folder)`, which is the default. */
  draftFolder?: string | undefined;
}

/** Folder of the drafts of all processes. */
export function draftsOf(folder: string): string {
  return path.join(path.resolve(folder), `${mark}drafts`);
}

/**
 * A store of plain files: `<folder>/<key>` holds the bytes and `<folder>/<key>~type` the content type. Bodies
 * are written to the draft folder and renamed when the last byte is on disk. Other processes remove the draft
 * folder of a killed process; `removeAbandoned` removes all other drafts. Files never change in place, so
 * that a copy may be a hard link. Growing files are the exception: bytes are appended after those that were
 * synced.
 *
 * The result of a call survives a power failure: bytes and type are on disk before they get their names, and
 * the entries of the folder before the call settles. A failure between the two leaves a blob that no caller
 * has been told about, and the caller repeats the write. The name of a growing blob is synced while it grows;
 * its first sync waits for that.
 */
export function createFolderBlobs(options: FolderBlobsOptions): BlobStore {
  const { folder, publicUrl, signingKey } = options;
  const root = path.resolve(folder);
  const drafts = options.draftFolder ?? draftsOf(folder);

  function fileOf(key: string): string {
    assertBlobKey(key);
    return path.join(root, key);
  }
  const typeOf = (file: string) => `${file}${mark}type`;

  /** Passes a new path to `write` and moves the result to its place. Removes the draft in any case. */
  function replace<T>(file: string, contentType: string, write: (draft: string) => Promise<T>): Promise<T> {
    return whileRoom(() => writeAndPlace(file, contentType, write));
  }

  async function writeAndPlace<T>(
    file: string,
    contentType: string,
    write: (draft: string) => Promise<T>,
  ): Promise<T> {
    await mkdir(drafts, { recursive: true, mode: folderMode });
    const draft = path.join(drafts, randomUUID());
    try {
      const [written, typed] = await Promise.allSettled([
        write(draft),
        writeFile(typeOf(draft), contentType, { flush: true }),
      ]);
      if (written.status === 'rejected') throw written.reason;
      if (typed.status === 'rejected') throw typed.reason;
      // The type is placed first, so that a blob never appears with a former type, or without one.
      await placeFiles([
        { from: typeOf(draft), to: typeOf(file) },
        { from: draft, to: file },
      ]);
      return written.value;
    } finally {
      // After a success too: renaming a hard link onto the same file leaves the draft.
      await Promise.all([removeFile(draft), removeFile(typeOf(draft))]);
    }
  }

  async function describe(key: string) {
    const file = fileOf(key);
    const found = await unlessMissing(stat(file), null);
    if (found?.isFile() !== true) throw new BlobNotFound(key);
    const contentType = await unlessMissing(readFile(typeOf(file), 'utf8'), defaultContentType);
    return {
      byteSize: found.size,
      contentType,
      etag: `"${found.size.toString(36)}-${found.mtimeMs.toString(36)}"`,
    };
  }

  return {
    driver: 'folder',

    async put(key, body, { contentType, byteMax, signal }) {
      const meter = createMeter(body, byteMax);
      try {
        await replace(fileOf(key), contentType, async (draft) => {
          const file = createWriteStream(draft, { flags: 'wx', flush: true });
          await pipeline(body, meter.stream, file, signal === undefined ? {} : { signal });
          signal?.throwIfAborted();
        });
      } catch (error) {
        throw signal?.aborted === true ? signal.reason : error;
      }
      return meter.result();
    },

    async putFile(key, source, { contentType }) {
      await replace(fileOf(key), contentType, async (draft) => {
        await moveFile(source, draft);
        await syncFile(draft);
      });
    },

    join: (key, pieces, { contentType, signal }) => {
      const files = pieces.map((piece) =>
        typeof piece === 'string' ? piece : { ...piece, file: fileOf(piece.key) },
      );
      return replace(
        fileOf(key),
        contentType,
        async (draft) => (await takeOverGrown(draft, files)) ?? joinFiles(draft, files, signal),
      );
    },

    async grow(key) {
      const file = fileOf(key);
      const { named } = await whileRoom(() => startFile(file));
      return {
        key,
        path: file,
        async sync() {
          await whileRoom(() => Promise.all([syncFile(file), named]));
        },
      };
    },

    async copy(from, to) {
      const { contentType } = await describe(from);
      await replace(fileOf(to), contentType, async (draft) => {
        const copied = await unlessMissing(
          linkOrCopy(fileOf(from), draft).then(() => true),
          false,
        );
        if (!copied) throw new BlobNotFound(from);
      });
    },

    async read(key, range) {
      const { byteSize, contentType } = await describe(key);
      if (range !== undefined && range.start >= byteSize)
        throw new RangeError('the range begins after the last byte');
      return { stream: await openStream(key, fileOf(key), range), byteSize, contentType };
    },

    stat: describe,

    async localFile(key) {
      const file = fileOf(key);
      if ((await unlessMissing(stat(file), null))?.isFile() !== true) throw new BlobNotFound(key);
      return { path: file, release: () => Promise.resolve() };
    },

    async delete(keys) {
      for (const key of keys) {
        const file = fileOf(key);
        await Promise.all([removeFile(file), removeFile(typeOf(file))]);
        await pruneFolders(path.dirname(file), root);
      }
    },

    async deletePrefix(prefix) {
      assertBlobPrefix(prefix);
      const below = path.join(root, prefix.slice(0, -1));
      if (await removeFolder(below)) await pruneFolders(path.dirname(below), root);
    },

    signedUrl: (key, expiresAtMs, { filename } = {}) => {
      assertBlobKey(key);
      return Promise.resolve(publicUrl + signBlobPath(signingKey, key, expiresAtMs, filename));
    },

    async check() {
      await whileRoom(async () => {
        await mkdir(drafts, { recursive: true, mode: folderMode });
        await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
      });
      await requireRoom(drafts);
    },

    async removeAbandoned(olderThanMs) {
      const all = draftsOf(folder);
      const files = await unlessMissing(readdir(all, { recursive: true }), []);
      let removed = 0;
      for (const file of files.filter((each) => draftName.test(path.basename(each)))) {
        const draft = path.join(all, file);
        const found = await unlessMissing(stat(draft), null);
        if (found === null || Date.now() - found.mtimeMs < olderThanMs) continue;
        await removeFile(draft);
        removed++;
      }
      return removed;
    },
  };
}

async function openStream(
  key: string,
  file: string,
  range: { start: number; end: number } | undefined,
): Promise<Readable> {
  // Opened here, not by the stream: a blob that was deleted meanwhile is then "not found", not a failing
  // stream.
  const handle = await unlessMissing(open(file, 'r'), null);
  if (handle === null) throw new BlobNotFound(key);
  return handle.createReadStream(range);
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await rm(from);
  }
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // Some network file systems have no hard links, others limit their number.
    if (!['EPERM', 'ENOTSUP', 'EMLINK', 'EXDEV'].includes(errnoOf(error) ?? '')) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await syncFile(to);
  }
}
