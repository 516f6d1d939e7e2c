import { divideSample, type SampleRecords } from './sample-records';

/** How fields of a text are quoted. */
export interface Quoting {
  quote: '"' | "'";
  /** A backslash before a quote makes it part of the field. */
  hasBackslashes: boolean;
  /**
   * Blanks before a field: part of it (`kept`), part of it unless a quote follows (`before quotes`), or part of
   * the delimiter, as those behind it are (`skipped`).
   */
  blanks: 'kept' | 'before quotes' | 'skipped';
}

/** A sample under the quoting that suits it. */
export interface QuotedSample extends SampleRecords {
  quoting: Quoting;
}

/** Fields in single quotes, below which these are apostrophes. */
const singleQuotedMin = 2;
/** Share of the fields behind a delimiter that begin with a blank, from which blanks are part of it. */
const blankShare = 0.95;
const blankFollowersMin = 2;
/** Share of the records of one size, below which runs of blanks are tried as one delimiter. */
const evenShare = 0.9;

/**
 * Divides a sample by a delimiter under the quoting with which most quoted fields close well: with blanks
 * before quotes or fields, and backslashes within. Runs of blanks are one delimiter where single ones give
 * records of many sizes.
 */
export function quoteSample(
  sample: string,
  whole: boolean,
  delimiter: string,
  quote: Quoting['quote'],
): QuotedSample {
  const divide = (quoting: Quoting) => ({ quoting, ...divideSample(sample, whole, delimiter, quoting) });
  const plain = divide({ quote, hasBackslashes: false, blanks: 'kept' });
  const options = [plain];
  if (delimiter !== ' ') {
    const { followers, blankFollowers } = plain;
    const isSkipped = blankFollowers >= blankFollowersMin && blankFollowers >= followers * blankShare;
    if (isSkipped) options.unshift(divide({ ...plain.quoting, blanks: 'skipped' }));
    if (sample.includes(`${delimiter} `)) {
      const quoted = divide({ ...plain.quoting, blanks: 'before quotes' });
      const isAfterAll = quoted.blankFollowers >= quoted.followers * blankShare;
      options.push(isAfterAll && !isSkipped ? divide({ ...plain.quoting, blanks: 'skipped' }) : quoted);
    }
  } else if (sample.includes('  ') && agreementOf(plain.records) < evenShare) {
    options.unshift(divide({ ...plain.quoting, blanks: 'skipped' }));
  }
  if (sample.includes(`\\${quote}`))
    options.push(...options.map(({ quoting }) => divide({ ...quoting, hasBackslashes: true })));
  const gains = options.map(({ wellClosed, badlyClosed }) => wellClosed - badlyClosed);
  return options[gains.indexOf(Math.max(...gains))]!;
}

/** Share of the records that have the most frequent number of fields. */
function agreementOf(records: SampleRecords['records']): number {
  const tally = new Map<number, number>();
  for (const { length } of records) tally.set(length, (tally.get(length) ?? 0) + 1);
  return Math.max(0, ...tally.values()) / Math.max(1, records.length);
}

/**
 * Whether single quotes are quotes, and no apostrophes: every field that begins with one ends with one, and
 * no field stands in double quotes.
 */
export function hasSingleQuotes(sample: string, { wellClosed, badlyClosed, records }: QuotedSample): boolean {
  if (badlyClosed > 0 || wellClosed < singleQuotedMin) return false;
  if (!sample.includes('"')) return true;
  return !records.some((fields) => fields.some(({ text, isQuoted }) => !isQuoted && /^".*"$/.test(text)));
}
