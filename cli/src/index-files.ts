import path from 'node:path';
import { listItems, type components, uploadFile, waitForJob } from 'sheaf-client';
import { fileAt } from 'sheaf-client/node';
import type { Session } from './session.js';

type File = components['schemas']['IndexJobFile'];

/** Files of one job; the service takes 100 uploads. */
const filesOfJob = 100;
const uploadsAtOnce = 4;

/** What to index: names of files below a folder. */
export interface IndexedFolder {
  collection: string;
  folder: string;
  names: readonly string[];
  /** Files of the same name are replaced. Default: those that the collection has are skipped. */
  replaces?: boolean;
}

/**
 * Uploads files, has them indexed under their paths below the folder, and waits, one job after the other.
 *
 * @returns the files as their jobs have left them
 */
export async function indexFiles(session: Session, indexed: IndexedFolder): Promise<File[]> {
  const files: File[] = [];
  for (let first = 0; first < indexed.names.length; first += filesOfJob) {
    const names = indexed.names.slice(first, first + filesOfJob);
    files.push(...(await indexSome(session, { ...indexed, names })));
  }
  return files;
}

async function indexSome(
  { sheaf, output, signal }: Session,
  { collection, folder, names, replaces = false }: IndexedFolder,
): Promise<File[]> {
  const waiting = [...names.entries()];
  const uploads: string[] = [];
  const uploading = output.bar('uploads');
  let uploaded = 0;
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, name] = next;
      const filename = name.split(path.sep).join('/');
      uploads[at] = await uploadFile(sheaf, await fileAt(path.join(folder, name)), { filename, signal });
      uploading.update((uploaded += 1), names.length);
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, lane)).finally(uploading.end);
  const { job_id: id } = await sheaf.post('/v2/collections/{collection_name}/index/uploads', {
    params: { path: { collection_name: collection } },
    body: { uploads, skip_existing: !replaces, overwrite_existing: replaces },
    signal,
  });
  const bar = output.bar(id);
  await waitForJob(sheaf, 'index', id, {
    signal,
    throwOnFailure: false,
    onProgress: ({ progress }) => {
      bar.update(progress.files_processed, progress.files_total);
    },
  }).finally(bar.end);
  const files: File[] = [];
  const params = { path: { job_id: id }, query: { files_limit: 500 } };
  for await (const file of listItems(sheaf, '/v2/jobs/{job_id}', { params, signal })) files.push(file);
  return files;
}
