import { decoded } from '../domain/platform/decoded';
import { safeFilename } from '../domain/platform/filename';
import { shownUri } from '../domain/platform/shown-uri';

/** The file name in the path of a link, without credentials in the path; null without a name. */
export function linkFilename(link: string): string | null {
  const { pathname } = new URL(shownUri(link));
  return safeFilename(decoded(pathname.slice(pathname.lastIndexOf('/') + 1)));
}
