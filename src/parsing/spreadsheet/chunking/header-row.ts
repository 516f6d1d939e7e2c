import { type SegmentGrid } from './segment-grid';

const headerTextCharsMax = 250;
const averageTextCharsMax = 60;
/** Share of the cells of a column or row above which a property counts as typical of it. */
const majority = 0.6;
const bodyRowsMax = 24;

/**
 * Whether a row can be a header: short texts, or texts beside a sequence of years, dates or small numbers.
 */
export function looksLikeHeader(grid: SegmentGrid, row: number): boolean {
  let texts = 0;
  let chars = 0;
  let valueCells = 0;
  for (let c = 0; c < grid.columns.length; c++) {
    const kind = grid.classAt(row, c);
    if (kind === null) continue;
    if (kind !== 'text') {
      valueCells++;
      continue;
    }
    const text = grid.textAt(row, c);
    if (text.length > headerTextCharsMax || (texts === 0 && text.trimEnd().endsWith(':'))) return false;
    texts++;
    chars += text.length;
  }
  if (texts > 0 && chars / texts > averageTextCharsMax) return false;
  if (valueCells === 0) return texts > 0;
  const kind = sequenceKind(grid, row);
  // Rows of start and end dates are sequences too; then the next row has the same kind.
  return kind !== null && leadsWithTextOrBlank(grid, row) && sequenceKind(grid, row + 1) !== kind;
}

export function isAllText(grid: SegmentGrid, row: number): boolean {
  for (let c = 0; c < grid.columns.length; c++) {
    const kind = grid.classAt(row, c);
    if (kind !== null && kind !== 'text') return false;
  }
  return true;
}

/**
 * Kind of the sequence in a row: ascending or descending years or dates, or 1, 2, 3 …; null for other
 * numbers.
 */
function sequenceKind(grid: SegmentGrid, row: number): 'years' | 'counting' | 'dates' | null {
  if (row >= grid.rows.length) return null;
  const values: number[] = [];
  let dates = 0;
  for (let c = 0; c < grid.columns.length; c++) {
    const kind = grid.classAt(row, c);
    if (kind === null || kind === 'text') continue;
    values.push(grid.numberAt(row, c));
    if (kind === 'date') dates++;
  }
  if (values.length < 2) return null;
  const steps = values.slice(1).map((value, i) => value - values[i]!);
  // Months differ in length, so dates only have to rise by at most a year each.
  if (dates > 0)
    return dates === values.length && steps.every((step) => within(step, 1, 366)) ? 'dates' : null;
  if (!values.every(Number.isInteger)) return null;
  const [step] = steps;
  const even = steps.every((other) => other === step);
  const oneWay = steps.every((other) => other !== 0 && other > 0 === step! > 0);
  const inYears = values.every((value) => within(value, 1900, 2100));
  if (inYears && oneWay && (values.length >= 3 || Math.abs(step!) === 1)) return 'years';
  return even && step === 1 && values.length >= 3 && within(values[0]!, 0, 1) ? 'counting' : null;
}

function within(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}

function leadsWithTextOrBlank(grid: SegmentGrid, row: number): boolean {
  const first = grid.classAt(row, 0);
  return first === null || first === 'text';
}

/**
 * Whether the rows from `body` on give evidence that `row` begins a header: a named column holds mostly
 * numbers or dates.
 */
export function hasTypeEvidence(grid: SegmentGrid, row: number, body: number): boolean {
  const end = Math.min(grid.rows.length, body + bodyRowsMax);
  for (let c = 0; c < grid.columns.length; c++) {
    if (!isNamed(grid, row, body, c)) continue;
    let values = 0;
    let other = 0;
    for (let r = body; r < end; r++) {
      const kind = grid.classAt(r, c);
      if (kind === null) continue;
      values++;
      if (kind !== 'text') other++;
    }
    if (values > 0 && other >= values * majority) return true;
  }
  return false;
}

function isNamed(grid: SegmentGrid, row: number, body: number, column: number): boolean {
  for (let r = row; r < body; r++) if (grid.classAt(r, column) !== null) return true;
  return false;
}

/** Whether a row differs in format from the rows below it, which have the same format. */
export function hasStyleEvidence(grid: SegmentGrid, row: number, body: number): boolean {
  if (body >= grid.rows.length) return false;
  const next = body + 1 < grid.rows.length ? body + 1 : body;
  let compared = 0;
  let different = 0;
  for (let c = 0; c < grid.columns.length; c++) {
    if (grid.classAt(row, c) === null || grid.classAt(body, c) === null || grid.classAt(next, c) === null)
      continue;
    compared++;
    const style = grid.styleAt(body, c);
    if (grid.styleAt(row, c) !== style && grid.styleAt(next, c) === style) different++;
  }
  return compared >= 2 && different >= compared * majority;
}

/**
 * Whether the texts alone suggest a header: most columns have a name, the names are short and distinct, none
 * recurs below in its column, and they do not look like the codes and dates below.
 */
export function hasNameEvidence(grid: SegmentGrid, row: number, body: number): boolean {
  if (body >= grid.rows.length) return false;
  const names = new Set<string>();
  const nameless: number[] = [];
  for (let c = 0; c < grid.columns.length; c++) {
    const kind = grid.classAt(row, c);
    if (kind === null) {
      nameless.push(c);
      continue;
    }
    const name = grid.textAt(row, c).trim();
    if (kind !== 'text' || name === '' || name.length > averageTextCharsMax || names.has(name)) return false;
    names.add(name);
    if (recursBelow(grid, row, body, c)) return false;
  }
  if (names.size < grid.columns.length * majority || hasCodesAsBelow(grid, row, body)) return false;
  return nameless.length === 0 || mayLackNames(grid, row, body, nameless);
}

/**
 * Whether the blanks among the texts of a row can be columns without a name. Forms and scattered texts have
 * blanks too, so names must stand above columns of values: three of them, or two where the nameless columns
 * are the first column or hold values. In a list of three rows or more whose columns have occasional ticks, a
 * blank first cell suffices.
 */
function mayLackNames(grid: SegmentGrid, row: number, body: number, nameless: readonly number[]): boolean {
  const isCorner = nameless.length === 1 && nameless[0] === 0;
  if (isCorner && grid.columns.length > 2 && grid.rows.length - body >= 3) return true;
  const named = grid.columns.filter((_, c) => grid.classAt(row, c) !== null && isMostlyFilled(grid, body, c));
  const haveValues = nameless.every((c) => c === 0 || isMostlyFilled(grid, body, c));
  return named.length >= (haveValues ? 2 : 3);
}

function isMostlyFilled(grid: SegmentGrid, body: number, column: number): boolean {
  const end = Math.min(grid.rows.length, body + bodyRowsMax);
  let filled = 0;
  for (let r = body; r < end; r++) if (grid.classAt(r, column) !== null) filled++;
  return filled >= (end - body) * majority;
}

/** Whether the text of a cell recurs in its column from row `body` on. */
function recursBelow(grid: SegmentGrid, row: number, body: number, column: number): boolean {
  if (grid.classAt(row, column) !== 'text') return false;
  const text = grid.textAt(row, column).trim();
  const end = Math.min(grid.rows.length, body + bodyRowsMax);
  for (let r = body; r < end; r++) {
    if (grid.classAt(r, column) === 'text' && grid.textAt(r, column).trim() === text) return true;
  }
  return false;
}

/**
 * Whether a row shares some, but not all, of its texts with a row from `body` on in the same columns. A row
 * that repeats all of them is a repeated header.
 */
export function sharesTextBelow(grid: SegmentGrid, row: number, body: number): boolean {
  const end = Math.min(grid.rows.length, body + bodyRowsMax);
  for (let r = body; r < end; r++) {
    let same = 0;
    for (let c = 0; c < grid.columns.length; c++) {
      const isText = grid.classAt(row, c) === 'text' && grid.classAt(r, c) === 'text';
      if (isText && grid.textAt(row, c).trim() === grid.textAt(r, c).trim()) same++;
    }
    if (same > 0 && same < grid.filled(row)) return true;
  }
  return false;
}

/** Whether half of a row's texts contain digits, and each cell below them does too. */
function hasCodesAsBelow(grid: SegmentGrid, row: number, body: number): boolean {
  const alike = grid.columns.filter((_, c) => {
    if (grid.classAt(row, c) !== 'text' || grid.classAt(body, c) !== 'text') return false;
    return /\d/.test(grid.textAt(row, c)) && /\d/.test(grid.textAt(body, c));
  });
  return alike.length * 2 >= grid.filled(row);
}

/**
 * Whether two or more texts of a column all contain digits while its name has none: `Name` over `Test 1`,
 * `Test 2`.
 */
export function hasDigitEvidence(grid: SegmentGrid, row: number, body: number): boolean {
  const end = Math.min(grid.rows.length, body + bodyRowsMax);
  return grid.columns.some((_, c) => {
    if (grid.classAt(row, c) !== 'text' || /\d/.test(grid.textAt(row, c))) return false;
    let values = 0;
    for (let r = body; r < end; r++) {
      if (grid.classAt(r, c) === null) continue;
      if (!/\d/.test(grid.textAt(r, c))) return false;
      values++;
    }
    return values >= 2;
  });
}

/** Whether two rows have the same formats in the columns where both have cells. */
export function sameStyles(grid: SegmentGrid, a: number, b: number): boolean {
  let compared = 0;
  let same = 0;
  for (let c = 0; c < grid.columns.length; c++) {
    if (grid.classAt(a, c) === null || grid.classAt(b, c) === null) continue;
    compared++;
    if (grid.styleAt(a, c) === grid.styleAt(b, c)) same++;
  }
  return compared > 0 && same >= compared * majority;
}

/**
 * Whether most texts of a row differ in format from texts below them. Dates and numbers are ignored, because
 * they have their own formats.
 */
export function differInStyle(grid: SegmentGrid, row: number, below: number): boolean {
  let compared = 0;
  let different = 0;
  for (let c = 0; c < grid.columns.length; c++) {
    if (grid.classAt(row, c) !== 'text' || grid.classAt(below, c) !== 'text') continue;
    compared++;
    if (grid.styleAt(row, c) !== grid.styleAt(below, c)) different++;
  }
  return different > compared * (1 - majority);
}
