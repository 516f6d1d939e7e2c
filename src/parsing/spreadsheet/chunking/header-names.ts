import { type CellDisplay } from '../display/cell-display';
import { type CellRange, type RowBuffer } from '../workbook-reader';
import { type MergeIndex } from './merge-index';
import { cellAtOrAfter } from './stored-row';

/**
 * A column's name is repeated in every chunk of its table, so a longer one is cut there; its own cell keeps
 * it all.
 */
const headerNameCharsMax = 200;
const levelMark = ' / ';
/** What a lower level has where it has nothing to add. */
const dash = /^[-–—]$/;

/**
 * Names of the columns `first` to `last` from their header rows: levels from top to bottom joined by ` / `, a
 * level that repeats the one above left out, merged cells counting for each column they cover. In an upper
 * level without merged cells a blank above a name goes on with the text left of it.
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
    return clipped(parts.join(levelMark));
  });
}

function levelNames(row: RowBuffer, first: number, last: number, display: CellDisplay): string[] {
  const names = new Array<string>(last - first + 1).fill('');
  const end = cellAtOrAfter(row, last + 1);
  for (let i = cellAtOrAfter(row, first); i < end; i++) {
    names[row.column[i]! - first] = clipped(display.text(row, i).replaceAll(/\s+/g, ' ').trim());
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

function clipped(name: string): string {
  if (name.length <= headerNameCharsMax) return name;
  // Never half of a surrogate pair.
  const cut = name.slice(0, headerNameCharsMax - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut}…`;
}
