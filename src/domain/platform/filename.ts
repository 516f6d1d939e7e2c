import { filenameCharsMax, filePathCharsMax } from './limits';

/** Longest extension that is kept when a name is shortened, dot included. */
const endingCharsMax = 16;

/**
 * A name that is safe to store and to show: the last path segment, without control characters and lone
 * surrogates, at most {@link filenameCharsMax} characters with its extension kept. Any other Unicode stays.
 * Never use it as a path.
 *
 * @returns null when no character is left
 */
export function safeFilename(name: string): string | null {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return cleanSegment(base);
}

/**
 * The name that a caller gave a file, folders included, since files of the same name in different folders are
 * different files. The result is a relative path, with segments as {@link safeFilename} returns them, of at
 * most {@link filePathCharsMax} characters; a longer one loses its outer folders. An absolute path, or one
 * with `..`, is reduced to its last segment. Never use it as a path.
 *
 * @returns null when no character is left
 */
export function sentFilename(name: string): string | null {
  const path = withoutControls(name).replaceAll('\\', '/').trim();
  const base = safeFilename(path);
  if (base === null || /^(?:\/|[a-z]:)/i.test(path)) return base;
  const folders = path
    .split('/')
    .slice(0, -1)
    .map((folder) => folder.trim());
  if (folders.some((folder) => /^\.{2,}$/.test(folder))) return base;
  const kept = folders.flatMap((folder) => cleanSegment(folder) ?? []);
  while ([...kept, base].join('/').length > filePathCharsMax) kept.shift();
  return [...kept, base].join('/');
}

/**
 * The forms of a name in which an equal name may be stored: as given, NFC, and NFD as file systems of macOS
 * write it.
 */
export function equalFilenames(name: string): string[] {
  return [...new Set([name, name.normalize('NFC'), name.normalize('NFD')])];
}

const withoutControls = (name: string): string => name.replace(/[\p{Cc}\p{Cs}]/gu, '');

/** Null for a segment that is empty or consists of dots. */
function cleanSegment(segment: string): string | null {
  const clean = withoutControls(segment).trim();
  if (/^\.*$/.test(clean)) return null;
  return clean.length <= filenameCharsMax ? clean : shorten(clean);
}

function shorten(name: string): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= endingCharsMax ? name.slice(dot) : '';
  const stem = name.slice(0, filenameCharsMax - ending.length);
  // A cut between two surrogates leaves a lone one.
  return stem.replace(/\p{Cs}$/u, '') + ending;
}
