import path from 'node:path';
import { listItems, type components, SheafError, uploadFile, waitForJob } from 'sheaf-client';
import { fileAt } from 'sheaf-client/node';
import { type OcrLanguage } from './ocr-language-option.js';
import type { Session } from './session.js';

type File = components['schemas']['IndexJobFile'];

/** A file that is in no job: it could not be read, or its upload was refused. */
export interface RefusedFile extends Pick<File, 'filename' | 'error_message'> {
  status: 'failed';
  error_code: string;
  skip_reason: null;
}

/** Files per job; the service takes up to 100 uploads. */
const filesOfJob = 100;
const uploadsAtOnce = 4;

/** A folder and the names of the files below it to index. */
export interface IndexedFolder {
  collection: string;
  folder: string;
  names: readonly string[];
  /**
   * Whether files of the same name are replaced. Default: the service skips names that the collection has.
   */
  replaces?: boolean;
  /** Language of the text in pictures; default `auto`. */
  ocrLanguage?: OcrLanguage | undefined;
}

/**
 * Uploads files, indexes them under their paths below the folder, and waits, one job after the other. A file
 * that cannot be read, or whose upload is refused, does not stop the others.
 *
 * @returns the files of the jobs with their outcomes, and the files that are in no job
 */
export async function indexFiles(session: Session, indexed: IndexedFolder): Promise<(File | RefusedFile)[]> {
  const files: (File | RefusedFile)[] = [];
  for (let first = 0; first < indexed.names.length; first += filesOfJob) {
    const names = indexed.names.slice(first, first + filesOfJob);
    files.push(...(await indexSome(session, { ...indexed, names })));
  }
  return files;
}

async function indexSome(
  { sheaf, output, signal }: Session,
  { collection, folder, names, replaces = false, ocrLanguage = 'auto' }: IndexedFolder,
): Promise<(File | RefusedFile)[]> {
  const waiting = [...names.entries()];
  const sent: (string | null)[] = names.map(() => null);
  const refused: RefusedFile[] = [];
  const uploading = output.bar('uploads');
  let uploaded = 0;
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, name] = next;
      const filename = name.split(path.sep).join('/');
      try {
        sent[at] = await uploadFile(sheaf, await fileAt(path.join(folder, name)), { filename, signal });
      } catch (error) {
        refused.push(refusedFile(filename, error));
      }
      uploading.update((uploaded += 1), names.length);
    }
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, lane)).finally(uploading.end);
  const uploads = sent.filter((id) => id !== null);
  if (uploads.length === 0) return refused;
  const { job_id: id } = await sheaf.post('/v2/collections/{collection_name}/index/uploads', {
    params: { path: { collection_name: collection } },
    body: {
      uploads,
      skip_existing: !replaces,
      overwrite_existing: replaces,
      ocr_language: ocrLanguage,
    },
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
  const files: (File | RefusedFile)[] = refused;
  const params = { path: { job_id: id }, query: { files_limit: 500 } };
  for await (const file of listItems(sheaf, '/v2/jobs/{job_id}', { params, signal })) files.push(file);
  return files;
}

/** Statuses of refusals that concern one file: its size, its name, its bytes. */
const refusalsOfFile = [400, 413, 415, 422];

/**
 * The refused file for an error that concerns it. @throws the error itself when it concerns more than this
 * file
 */
function refusedFile(filename: string, error: unknown): RefusedFile {
  const refused = (error_code: string, error_message: string): RefusedFile => ({
    filename,
    status: 'failed',
    error_code,
    error_message,
    skip_reason: null,
  });
  if (error instanceof SheafError && refusalsOfFile.includes(error.status))
    return refused(error.code, error.message);
  // The cause of a failed request is the error of a file that disappeared before its upload.
  const { cause = error } = error as Error;
  const { code, path: file, message } = cause as NodeJS.ErrnoException;
  if (code === undefined || file === undefined) throw error;
  return refused(code, message);
}
