import type { PiiSpan } from '../engine';

/** Street and house number before a postal code, parted by a comma or the end of a line. */
const streetBefore =
  /(?<![\p{L}\p{N}.])((?:\p{Lu}[\p{L}.'’-]{1,24}(?: (?:de|la|le|du|des|der|den|dem|della|di|del|van|von|am|an|im|do|da|dos|el|los|las|zum|zur)){0,3} ){0,3}\p{Lu}[\p{L}.'’-]{2,30} \d{1,4} ?[a-zA-Z]?)(?:, {0,2}|,?\r?\n)$/u;
const frenchBefore =
  /(?<![\p{L}\p{N}.])(\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|allée|impasse|quai|route|cours) [\p{L}'’ .-]{2,40})(?:, {0,2}|,?\r?\n)$/iu;
const streetReach = 80;
/** Letters of a Dutch postal code, and the town. */
const townBehind =
  /(?: ?[A-Z]{2}(?![\p{L}]))? \p{Lu}[\p{L}'’-]{2,30}(?:[ /-](?:am |an der |aan den |sur |la )?\p{Lu}[\p{L}'’-]{2,30})?/uy;
/** Four digits that may be a year. */
const year = /^(?:19|20)\d\d$/;
const dutchLetters = /^ ?[A-Z]{2}(?!\p{L})/u;

/** The postal address whose code is a run of four or five digits: `Hauptstr. 5, 26123 Oldenburg`. */
export function addressAt(text: string, run: number, runEnd: number): PiiSpan | null {
  const length = runEnd - run;
  if ((length !== 4 && length !== 5) || !/[ \n]/.test(text[run - 1] ?? '')) return null;
  if (year.test(text.slice(run, runEnd)) && !dutchLetters.test(text.slice(runEnd, runEnd + 4))) return null;
  townBehind.lastIndex = runEnd;
  const town = townBehind.exec(text)?.[0];
  if (town === undefined) return null;
  const before = text.slice(Math.max(0, run - streetReach), run);
  const street = (streetBefore.exec(before) ?? frenchBefore.exec(before))?.[0];
  return street === undefined
    ? null
    : { start: run - street.length, end: runEnd + town.length, tag: 'ADDRESS' };
}
