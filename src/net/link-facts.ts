import { type ResponseHeaders, isPacked } from './content-decoder';
import { parse as parseDisposition } from 'content-disposition';
import { safeFilename } from '../domain/platform/filename';
import { type LinkFacts } from './guarded-client';
import { linkFilename } from './link-filename';

/**
 * Reads the facts about the file from the headers of a final answer; a missing, repeated or malformed one is
 * null.
 */
export function linkFacts(url: URL, headers: ResponseHeaders): LinkFacts {
  const length = isPacked(headers) ? null : single(headers['content-length']);
  return {
    byteSize: length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null,
    contentType: single(headers['content-type']),
    filename: dispositionFilename(single(headers['content-disposition'])) ?? linkFilename(url.href),
  };
}

/** Value of a header; null when it is missing or repeated. */
export function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function dispositionFilename(header: string | null): string | null {
  if (header === null) return null;
  try {
    const name = parseDisposition(header).parameters.filename;
    return name === undefined ? null : safeFilename(name);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
