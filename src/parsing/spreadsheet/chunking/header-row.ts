import { type SegmentGrid } from './segment-grid';

const headerTextCharsMax = 250;
const averageTextCharsMax = 60;
/** Share of a column's, or of a row's, cells that makes a rule of it. */
const majority = 0.6;
const bodyRowsMax = 24;

/** Whether a row could name columns: short texts, or texts beside a running sequence of years, dates or small numbers. */
export function looksLikeHeader(grid: SegmentGrid, row: number): boolean {
  let texts = 0;
  let chars = 0;
  const sequence: number[] = [];
  for (let c = 0; c < grid.columns.length; c++) {
    const kind = grid.classAt(row, c);
    if (kind === null) continue;
    if (kind !== 'text') {
      sequence.push(grid.numberAt(row, c));
      continue;
    }
    const text = grid.textAt(row, c);
    if (text.length > headerTextCharsMax || (texts === 0 && text.trimEnd().endsWith(':'))) return false;
    texts++;
    chars += text.length;
  }
  if (texts > 0 && chars / texts > averageTextCharsMax) return false;
  return sequence.length === 0 ? texts > 0 : isSequence(sequence) && leadsWithTextOrBlank(grid, row);
}

/** Years or dates in steps of one kind, or 1, 2, 3 … */
function isSequence(values: readonly number[]): boolean {
  if (values.length < 2) return false;
  const step = values[1]! - values[0]!;
  const whole = values.every(Number.isInteger);
  const even = values.every((value, i) => i === 0 || step === value - values[i - 1]!);
  const years =
    whole && even && Math.abs(step) === 1 && values.every((value) => value >= 1900 && value <= 2100);
  const counting = whole && even && step === 1 && values.length >= 3 && (values[0] === 0 || values[0] === 1);
  // Months differ in length, so dates only have to rise by up to a year.
  const dates = values.every(
    (value, i) => value > 20_000 && (i === 0 || within(value - values[i - 1]!, 1, 366)),
  );
  return years || counting || dates;
}

function within(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}

function leadsWithTextOrBlank(grid: SegmentGrid, row: number): boolean {
  const first = grid.classAt(row, 0);
  return first === null || first === 'text';
}

/**
 * Whether the rows from `body` on bear out that the rows from `row` to it are a header: a named column is mostly numbers or
 * dates.
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

/** Whether a row is formatted unlike the rows below it while these are formatted alike. */
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
 * Whether the words alone suggest a header: every column named, names short and distinct, none of them occurs below in its
 * own column, and they are not codes and dates like the cells below them.
 */
export function hasNameEvidence(grid: SegmentGrid, row: number, body: number): boolean {
  const names = new Set<string>();
  for (let c = 0; c < grid.columns.length; c++) {
    if (grid.classAt(row, c) !== 'text') return false;
    const name = grid.textAt(row, c).trim();
    if (name === '' || name.length > averageTextCharsMax || names.has(name)) return false;
    names.add(name);
    for (let r = body; r < Math.min(grid.rows.length, body + bodyRowsMax); r++) {
      if (grid.classAt(r, c) === 'text' && grid.textAt(r, c).trim() === name) return false;
    }
  }
  return body < grid.rows.length && !hasCodesAsBelow(grid, row, body);
}

/** Whether half of a row's texts have digits, and so has what stands below each of these. */
function hasCodesAsBelow(grid: SegmentGrid, row: number, body: number): boolean {
  const alike = grid.columns.filter((_, c) => {
    const below = grid.classAt(body, c) === 'text' ? grid.textAt(body, c) : '';
    return /\d/.test(grid.textAt(row, c)) && /\d/.test(below);
  });
  return alike.length * 2 >= grid.columns.length;
}

/** Whether a column's texts, two or more, all have digits while its name has none: `Name` over `Test 1`, `Test 2`. */
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

/** Whether two rows are formatted alike where both have cells. */
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
