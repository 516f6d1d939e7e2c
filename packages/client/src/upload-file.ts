import type { Sheaf } from './create-sheaf.js';
import { sendBytes } from './send-bytes.js';

/** Content whose bytes can be read more than once: a `File`, a `Blob`, or an object like them. */
export interface Uploadable {
  /** Size in bytes. */
  readonly size: number;
  readonly name?: string;
  readonly type?: string;
  stream(): ReadableStream<Uint8Array>;
}

export interface UploadOptions {
  /** Default: the name of a `File`. */
  filename?: string;
  /** Default: the type of a `File`. The service prefers the type that it detects in the bytes. */
  contentType?: string;
  /** Size of a stream in bytes. Node needs it, since it sends streams without buffering them. */
  byteSize?: number;
  onProgress?: (progress: { sentBytes: number; totalBytes: number }) => void;
  signal?: AbortSignal;
}

/**
 * Uploads a file of up to 100 MB and returns its id, `svc://upl_…`, for parse and indexing jobs. An
 * interrupted upload is restarted, unless the content is a stream.
 *
 * @throws TypeError without a name, and for a stream without a size
 * @throws SheafError for a refusal
 */
export async function uploadFile(
  sheaf: Sheaf,
  content: Uploadable | Blob | ReadableStream<Uint8Array>,
  options: UploadOptions = {},
): Promise<string> {
  const source = await uploadableOf(content, options);
  const announced = await sheaf.post('/v3/uploads', announcementOf(source, options));
  await sendBytes(sheaf, linkPath(announced.upload_url), { source, ...options });
  return announced.file_id;
}

/**
 * Uploads the cases of an evaluation as NDJSON and returns an id that one evaluation can use.
 *
 * @throws TypeError without a name, and for a stream without a size
 * @throws SheafError for a refusal
 */
export async function uploadCases(
  sheaf: Sheaf,
  collection: string,
  content: Uploadable | Blob | ReadableStream<Uint8Array>,
  options: Omit<UploadOptions, 'contentType'> = {},
): Promise<string> {
  const source = await uploadableOf(content, options);
  const announced = await sheaf.post('/v3/collections/{collection_name}/evals/uploads', {
    params: { path: { collection_name: collection } },
    ...announcementOf(source, { ...options, contentType: 'application/x-ndjson' }),
  });
  await sendBytes(sheaf, linkPath(announced.upload_url), { source, ...options });
  return announced.upload_id;
}

function announcementOf({ name, size, type }: NamedSource, { contentType = type, signal }: UploadOptions) {
  const hasType = contentType !== undefined && contentType !== '';
  return {
    body: { filename: name, byte_size: size, ...(hasType && { content_type: contentType }) },
    ...(signal !== undefined && { signal }),
  };
}

/** Content with its name. */
interface NamedSource extends Uploadable {
  readonly name: string;
  /** Whether `stream` can be called only once. */
  readonly isOnce: boolean;
}

async function uploadableOf(
  content: Uploadable | Blob | ReadableStream<Uint8Array>,
  { filename, byteSize }: UploadOptions,
): Promise<NamedSource> {
  const name = filename ?? ('name' in content ? content.name : undefined);
  if (typeof name !== 'string') throw new TypeError('An upload needs a filename.');
  if (!(content instanceof ReadableStream)) {
    const { size, type } = content;
    return { name, size, isOnce: false, stream: () => content.stream(), ...(type !== undefined && { type }) };
  }
  if (byteSize !== undefined) return { name, size: byteSize, isOnce: true, stream: () => content };
  if (typeof window === 'undefined') throw new TypeError('A stream needs a byteSize.');
  const gathered = await new Response(content).blob();
  return { name, size: gathered.size, isOnce: false, stream: () => gathered.stream() };
}

/**
 * Path of an upload link below the client's address of the service. The service may name itself by a public
 * address that cannot be reached from here.
 */
function linkPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname.slice(pathname.lastIndexOf('/u/')) + search;
}
