import { type CellDisplay, type CellRange, type RowBuffer } from 'spreadsheet-reader';
import { type MergeIndex } from './merge-index';
import { cellAtOrAfter } from './stored-row';

/**
 * Upper bound of the characters of a column name, which every chunk of a table repeats; a longer name is cut.
 * Its own cell is complete.
 */
const headerNameCharsMax = 200;
const levelMark = ' / ';
/** Dash in a lower header level instead of a name. */
const dash = /^[-–—]$/;

/**
 * Names of the columns `first` to `last` from their header rows: levels from top to bottom, joined by ` / `.
 * A level that repeats the one above is left out. Merged cells name each column that they cover. In an upper
 * level without merged cells, a blank above a name takes the text on its left.
 */
export function headerNames(
  rows: readonly RowBuffer[],
  first: number,
  last: number,
  display: CellDisplay,
  merges: MergeIndex,
): string[] {
  const levels = rows.map((row) => levelNames(row, first, last, display));
  rows.forEach((row, r) => {
    const starting = merges.startingIn(row.row, row.row).filter((merge) => isInside(merge, first, last));
    if (starting.length > 0) spreadMerges(levels[r]!, starting, first, last);
    else if (r < rows.length - 1) fillRight(levels[r]!, levels[r + 1]!);
  });
  return Array.from({ length: last - first + 1 }, (_, c) => {
    const parts: string[] = [];
    for (const level of levels) {
      const name = level[c]!;
      const isNew = name !== '' && parts.at(-1) !== name && !(parts.length > 0 && dash.test(name));
      if (isNew) parts.push(name);
    }
    return clippedName(parts.join(levelMark));
  });
}

function levelNames(row: RowBuffer, first: number, last: number, display: CellDisplay): string[] {
  const names = new Array<string>(last - first + 1).fill('');
  const end = cellAtOrAfter(row, last + 1);
  for (let i = cellAtOrAfter(row, first); i < end; i++) {
    names[row.column[i]! - first] = clippedName(display.text(row, i).replaceAll(/\s+/g, ' ').trim());
  }
  return names;
}

function spreadMerges(level: string[], merges: readonly CellRange[], first: number, last: number): void {
  for (const merge of merges) {
    const name = level[merge.firstColumn - first]!;
    const end = Math.min(last, merge.lastColumn);
    for (let column = merge.firstColumn + 1; column <= end; column++) level[column - first] ||= name;
  }
}

function isInside(merge: CellRange, first: number, last: number): boolean {
  return merge.firstColumn >= first && merge.firstColumn <= last;
}

function fillRight(level: string[], below: readonly string[]): void {
  for (let c = 1; c < level.length; c++) if (level[c] === '' && below[c] !== '') level[c] = level[c - 1]!;
}

/** Cuts a name to the length that chunks repeat, with `…` at the cut. */
export function clippedName(name: string, charsMax = headerNameCharsMax): string {
  if (name.length <= charsMax) return name;
  // The cut must not split a surrogate pair.
  const cut = name.slice(0, charsMax - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut}…`;
}
