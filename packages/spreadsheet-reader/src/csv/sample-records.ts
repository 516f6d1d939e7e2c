import { type Quoting } from './quoting';

export interface SampleField {
  text: string;
  isQuoted: boolean;
}

/** Records of a sample under one delimiter and one quoting, divided as the scanner divides them. */
export interface SampleRecords {
  /** Fields of each record that is not empty; a cut last record is left out. */
  records: readonly SampleField[][];
  /** Quotes that open or close a field or are escaped within one, and all others. */
  structuralQuotes: number;
  strayQuotes: number;
  /** Quoted fields by whether the closing quote stands before a delimiter or at the end of a line. */
  wellClosed: number;
  badlyClosed: number;
  /** Fields behind a delimiter that are not empty, and those of them that begin with a blank. */
  followers: number;
  blankFollowers: number;
}

interface ClosingQuote {
  at: number;
  /** Quotes from the opening one to this one, without a stray one. */
  quotes: number;
}

const sampledRecordsMax = 200;
const sampledFieldsMax = 20_000;

/**
 * Divides a sample into records and fields.
 *
 * @param whole whether the sample is the whole text; otherwise its last record is cut and does not count
 */
export function divideSample(
  sample: string,
  whole: boolean,
  delimiter: string,
  quoting: Quoting,
): SampleRecords {
  const { quote, blanks } = quoting;
  const counts = { structuralQuotes: 0, strayQuotes: 0, wellClosed: 0, badlyClosed: 0 };
  const records: SampleField[][] = [];
  let followers = 0;
  let blankFollowers = 0;
  let fields: SampleField[] = [];
  let total = 0;
  let at = 0;
  while (at < sample.length && records.length < sampledRecordsMax && total < sampledFieldsMax) {
    if (fields.length > 0 && !isFieldEnd(sample, at, delimiter)) {
      followers++;
      if (sample[at] === ' ') blankFollowers++;
    }
    const opening = blanks === 'kept' ? at : behindBlanks(sample, at);
    const close = sample[opening] === quote ? closingQuote(sample, opening, delimiter, quoting) : null;
    const start = blanks === 'skipped' ? opening : at;
    at = start;
    if (close !== null) {
      at = close.at + 1;
      counts.structuralQuotes += close.quotes;
      const behind = blanks === 'skipped' && delimiter !== ' ' ? behindBlanks(sample, at) : at;
      const isWell = isFieldEnd(sample, behind, delimiter);
      counts[isWell ? 'wellClosed' : 'badlyClosed']++;
    }
    while (!isFieldEnd(sample, at, delimiter)) if (sample[at++] === quote) counts.strayQuotes++;
    const text = close === null ? sample.slice(start, at) : sample.slice(opening + 1, close.at);
    fields.push({ text: blanks === 'skipped' ? text.trimEnd() : text, isQuoted: close !== null });
    total++;
    if (sample[at] === delimiter) {
      at++;
      if (at < sample.length || !whole) continue;
      fields.push({ text: '', isQuoted: false });
    }
    if (at >= sample.length && !whole && records.length > 0) break;
    if (fields.length > 1 || fields[0]!.text !== '') records.push(fields);
    fields = [];
    at += sample.startsWith('\r\n', at) ? 2 : 1;
  }
  return { records, ...counts, followers, blankFollowers };
}

function behindBlanks(sample: string, from: number): number {
  let at = from;
  while (sample[at] === ' ') at++;
  return at;
}

/** Quote that closes the field which opens at a place; null where none does, or it opens one of a later line. */
function closingQuote(
  sample: string,
  open: number,
  delimiter: string,
  { quote, hasBackslashes }: Quoting,
): ClosingQuote | null {
  let quotes = 2;
  let hasLineBreak = false;
  for (let at = open + 1; at < sample.length; at++) {
    const character = sample[at];
    if (hasBackslashes && character === '\\') {
      if (sample[at + 1] === quote) quotes++;
      at++;
    } else if (character === quote && sample[at + 1] === quote) {
      quotes += 2;
      at++;
    } else if (character === quote) {
      const opensField =
        hasLineBreak && isFieldEnd(sample, at - 1, delimiter) && !isFieldEnd(sample, at + 1, delimiter);
      return opensField ? null : { at, quotes };
    } else if (character === '\n' || character === '\r') hasLineBreak = true;
  }
  return null;
}

function isFieldEnd(sample: string, at: number, delimiter: string): boolean {
  const next = sample[at];
  return next === undefined || next === delimiter || next === '\n' || next === '\r';
}
