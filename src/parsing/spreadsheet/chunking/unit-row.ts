import { isAllText } from './header-row';
import { standsForNoValue } from '../facts/no-value';
import { type SegmentGrid } from './segment-grid';

const cellsMin = 2;
const valuesMin = 2;
const scaled =
  '[kMGTmµμunpcdh]?(?:g|m|s|A|K|mol|Hz|N|Pa|J|W|V|F|Ω|S|T|l|L|t|bar|eV|Wh|VA|B|bit|Bq|Sv|EUR|USD|GBP|CHF|€|\\$|£|¥)';
const plain =
  '°C|°F|°|%|‰|ppm|ppb|rpm|dB|min|h|d|a|ha|in|ft|yd|mi|lbs?|oz|gal|mph|kn|pcs?|stk|st|ea|mi[ol]|mrd|bn|mn|tsd|[A-Z]{3}|' +
  '(?:day|week|month|year|hour|minute|second|unit|piece|thousand|million|billion)s?';
const factor = `(?:${scaled}|(?:${plain})\\.?)(?:[²³]|\\^?-?\\d)?`;
const unit = new RegExp(`^(?:${factor})(?:\\s*[/·*\\s]\\s*(?:${factor}))*$`, 'u');
const bracketed = /^[[(].{1,24}[\])]$/u;
const aboutUnits = /^(?:units?|einheit(?:en)?|unité|unidad|unità|eenheid|enhed|jednotka|yksikkö)\b/iu;

/**
 * Whether the row below a header holds the units of its columns and is thus the header's lowest level. It has
 * only units, or texts over columns of values and a blank first column.
 */
export function isUnitRow(grid: SegmentGrid, row: number): boolean {
  if (!isAllText(grid, row) || grid.filled(row) < cellsMin) return false;
  const labelled = grid.classAt(row, 0) !== null;
  let overValues = 0;
  for (let c = 0; c < grid.columns.length; c++) {
    if (grid.classAt(row, c) === null) continue;
    const text = grid.textAt(row, c).trim();
    const isUnit = unit.test(text) || bracketed.test(text);
    if (c === 0 && !isUnit && !aboutUnits.test(text) && !standsForNoValue(text)) return false;
    if (c > 0 && (labelled ? !isUnit : standsForNoValue(text))) return false;
    if (holdsValues(grid, row, c)) overValues++;
    else if (c > 0) return false;
  }
  return overValues > 0;
}

/** Whether a column has only numbers and dates below a row. */
export function holdsValues(grid: SegmentGrid, row: number, column: number): boolean {
  let values = 0;
  for (let r = row + 1; r < grid.rows.length; r++) {
    const kind = grid.classAt(r, column);
    if (kind === 'text') return false;
    if (kind !== null) values++;
  }
  return values >= valuesMin;
}
