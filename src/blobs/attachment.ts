import contentDisposition from 'content-disposition';
import { safeFilename } from '../domain/platform/filename';

/**
 * A `Content-Disposition` that makes a browser save the file and never display it. It is plain ASCII, with
 * the real name in `filename*` (RFC 6266): servers and proxies disagree about all other encodings.
 */
export function attachment(filename: string | undefined): string {
  const name = filename === undefined ? null : safeFilename(filename);
  if (name === null) return contentDisposition();
  return contentDisposition(name, { fallback: name.replace(/[^\x20-\x7e]/g, '_') });
}
