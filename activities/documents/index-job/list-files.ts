import { safeFilename } from '../../../src/domain/platform/filename';
import { type IndexSource, type UploadedSource } from '../../../src/domain/documents/index-source';
import { nameIdentity, uriIdentity } from '../../../src/domain/documents/source-identity';
import { type ObjectAccess, objectUri } from '../../../src/object-stores';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type ListedFile } from '../../../src/stores/documents/index-jobs/job-file-row';
import { type ActivityDeps } from '../../deps';

const keysPerPage = 500;

/** A page of the list of a job's files, and where the next one begins; null after the last. */
export interface FilePage {
  files: ListedFile[];
  next: string | null;
}

export type ListFilesDeps = Pick<ActivityDeps, 'objectStores' | 'sealer' | 'uploads'>;

/** Lists the files of a job's source, a page at a time. */
export async function listFiles(
  deps: ListFilesDeps,
  job: IndexJobRow,
  after: string | null,
  signal: AbortSignal,
): Promise<FilePage> {
  const { source } = job;
  switch (source?.kind) {
    case 'links':
      return {
        files: source.links.map(({ url, uri, filename }) => ({
          uri,
          filename,
          identity: uriIdentity(uri),
          origin: { kind: 'link', url },
          skipReason: null,
        })),
        next: null,
      };
    case 'uploads':
      return {
        files: await Promise.all(source.uploads.map((upload) => listUpload(deps, upload, source.own))),
        next: null,
      };
    case 'objects':
      return listObjects(deps, job, source.objects, after, signal);
    default:
      throw new Error('a running job has no source');
  }
}

/** Uploads of the request itself are read in place; the caller may delete any other upload at any time. */
async function listUpload(
  { uploads }: ListFilesDeps,
  upload: UploadedSource,
  own: boolean,
): Promise<ListedFile> {
  const { uploadId, filename, contentType, byteSize, sha256 } = upload;
  const file: ListedFile = {
    uri: null,
    filename,
    identity: nameIdentity(filename),
    origin: { kind: 'upload', uploadId },
    byteSize,
    sha256,
    skipReason: null,
  };
  if (!own) return file;
  const key = await uploads.blobKey(uploadId);
  if (key !== null) return { ...file, input: { key, byteSize, sha256, contentType } };
  return { ...file, failure: { error: 'not_found', message: 'The file has expired before it was read.' } };
}

async function listObjects(
  { sealer, objectStores }: ListFilesDeps,
  job: IndexJobRow,
  { scope, path }: Extract<IndexSource, { kind: 'objects' }>['objects'],
  after: string | null,
  signal: AbortSignal,
): Promise<FilePage> {
  const source = sealer.open(job.credentials ?? '', job._id) as ObjectAccess;
  const listed = (key: string): ListedFile => {
    const uri = objectUri(source, key);
    return {
      uri,
      filename: safeFilename(key) ?? 'file',
      identity: uriIdentity(uri),
      origin: { kind: 'object', key },
      skipReason: null,
    };
  };
  if (scope === 'file') return { files: [listed(path)], next: null };
  const page = await objectStores.open(source).list(path, { after, limit: keysPerPage, signal });
  return {
    files: page.objects.map(({ key, byteSize }) => ({ ...listed(key), byteSize })),
    next: page.next,
  };
}
