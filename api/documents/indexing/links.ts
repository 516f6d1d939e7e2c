import { type LinkSource } from '../../../src/domain/documents/index-source';
import { linkFilename } from '../../../src/net';
import { linkUri } from '../../../src/object-stores';

/** The source of a link: its normalised form, and a file name for use until the server names the file. */
export function linkSource(url: string): LinkSource {
  return { url, uri: linkUri(url)!, filename: linkFilename(url) ?? new URL(url).hostname };
}
