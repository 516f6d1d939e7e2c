import { filenameCharsMax } from './limits';

/** Longest ending that is kept when a name is shortened, dot included. */
const endingCharsMax = 16;

/**
 * A name that is safe to store and to show: the last path segment, without control characters and lone
 * surrogates, at most {@link filenameCharsMax} characters with its ending kept. Any other Unicode stays.
 * Never use it as a path.
 *
 * @returns null when nothing is left to call a file by
 */
export function safeFilename(name: string): string | null {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const clean = base.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
  if (/^\.*$/.test(clean)) return null;
  return clean.length <= filenameCharsMax ? clean : shorten(clean);
}

function shorten(name: string): string {
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= endingCharsMax ? name.slice(dot) : '';
  const stem = name.slice(0, filenameCharsMax - ending.length);
  // A pair of surrogates cut in two would leave half a character.
  return stem.replace(/\p{Cs}$/u, '') + ending;
}
