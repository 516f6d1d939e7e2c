import { safeFilename } from '../../../src/domain/platform/filename';
import { type LinkSource } from '../../../src/domain/documents/index-source';
import { linkUri } from '../../../src/object-stores';

/** The source of a link: its normalised form, and a file name for use until the server names the file. */
export function linkSource(url: string): LinkSource {
  const { pathname, hostname } = new URL(url);
  const segment = pathname.slice(pathname.lastIndexOf('/') + 1);
  return { url, uri: linkUri(url)!, filename: safeFilename(decoded(segment)) ?? hostname };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
