import { closingQuote, type Quoting, quotingOf, readsWell } from './quoting';

/** How a text is divided into records and fields. */
export interface Dialect extends Quoting {
  /** Character between two fields, of one or more bytes in UTF-8. */
  delimiter: string;
  /** Characters before the first record: a line `sep=`. */
  skip: number;
}

/** Candidates by priority: those that are rarest in prose and numbers first. */
const candidates = ['\t', ';', '|', ','] as const;
/** Candidates where none of the others divides the records. */
const rareCandidates = ['#', '^', '~', ' '] as const;
/** Share of the records that a rare delimiter divides alike. */
const rareAgreement = 0.9;
/** Share of the values that are numbers or dates, where blanks divide the records. */
const figuresShareMin = 0.5;
const figurePattern = /^[-+]?[\d.,:/-]*\d[\d.,:/%eE+-]*$/;
const sampledRecordsMax = 200;
/** Slack of agreement within which candidates compete with the best one. */
const agreementSlack = 0.15;

/**
 * Detects the dialect of a text by its first characters. A line `sep=x` declares the delimiter; otherwise it
 * is the candidate that divides most of the records into the same number of fields, more than one. Comma
 * where none does. Quotes are double ones, or single ones where fields stand in these alone.
 *
 * @param whole whether the sample is the whole text; otherwise its last record is cut and does not count
 */
export function detectDialect(sample: string, whole: boolean): Dialect {
  const declared = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(sample);
  if (declared) {
    const [line, delimiter] = [declared[0], declared[1]!];
    return { delimiter, skip: line.length, ...quotingOf(sample.slice(line.length), delimiter, '"') };
  }
  if (sample.includes("'")) {
    const delimiter = detectDelimiter(sample, whole, "'");
    const quoting = quotingOf(sample, delimiter, "'");
    if (readsWell(sample, delimiter, quoting)) return { delimiter, skip: 0, ...quoting };
  }
  const delimiter = detectDelimiter(sample, whole, '"');
  return { delimiter, skip: 0, ...quotingOf(sample, delimiter, '"') };
}

function detectDelimiter(sample: string, whole: boolean, quote: Quoting['quote']): string {
  const scored = (delimiters: readonly string[]) =>
    delimiters
      .map((delimiter) => scoreOf(sample, { whole, delimiter, quote }))
      .filter(({ usual }) => usual > 0);
  const scores = scored(candidates);
  const agreement = Math.max(...scores.map((candidate) => candidate.agreement));
  const finalists = scores.filter((candidate) => candidate.agreement >= agreement - agreementSlack);
  const [winner] = finalists.sort((a, b) => rank(b) - rank(a));
  if (winner !== undefined) return winner.delimiter;
  const rare = scored(rareCandidates).find(
    (candidate) =>
      candidate.agreement >= rareAgreement &&
      candidate.records > 1 &&
      (candidate.delimiter !== ' ' || figuresShare(sample) >= figuresShareMin),
  );
  return rare?.delimiter ?? ',';
}

/** Share of the words behind the first line that are numbers, dates or times. */
function figuresShare(sample: string): number {
  const words = sample.slice(sample.search(/[\r\n]/) + 1).match(/\S+/g) ?? [];
  return words.length === 0 ? 0 : words.filter((word) => figurePattern.test(word)).length / words.length;
}

interface DelimiterScore {
  delimiter: string;
  /** Most frequent number of delimiters per record, and the share of records with it. */
  usual: number;
  agreement: number;
  /** Records of the sample, at most 200. */
  records: number;
  /** Whether the first record, usually the header, has that number. */
  leads: boolean;
  /** Share of delimiters that are used as in a number (`1,5`) or in prose (`, `). */
  prose: number;
}

function rank({ usual, leads, prose, agreement }: DelimiterScore): number {
  return (prose < 0.9 ? 1_000 : 0) + (leads ? 500 : 0) + Math.min(usual, 100) + agreement;
}

interface Division {
  whole: boolean;
  delimiter: string;
  quote: Quoting['quote'];
}

function scoreOf(sample: string, division: Division): DelimiterScore {
  const { delimiter } = division;
  const counts = countPerRecord(sample, division);
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  let usual = 0;
  let most = 0;
  for (const [count, records] of tally) {
    if (count > 0 && records > most) [usual, most] = [count, records];
  }
  return {
    delimiter,
    usual,
    agreement: counts.length > 0 ? most / counts.length : 0,
    records: counts.length,
    leads: counts[0] === usual,
    prose: delimiter === ',' ? proseShare(sample) : 0,
  };
}

/** Number of delimiters outside quotes in each record that is not empty. */
function countPerRecord(sample: string, { whole, delimiter, quote }: Division): number[] {
  const counts: number[] = [];
  let count = 0;
  let fieldStart = 0;
  let recordStart = 0;
  for (let i = 0; i < sample.length && counts.length < sampledRecordsMax; i++) {
    const character = sample[i]!;
    if (character === quote && i === fieldStart) {
      const close = closingQuote(sample, i, { quote, hasBackslashes: false });
      if (close !== -1) i = close;
    } else if (character === delimiter) {
      count++;
      fieldStart = i + 1;
    } else if (character === '\n' || character === '\r') {
      if (i > recordStart) counts.push(count);
      count = 0;
      recordStart = fieldStart = i + 1;
    }
  }
  if (recordStart < sample.length && (whole || counts.length === 0)) counts.push(count);
  return counts;
}

function proseShare(sample: string): number {
  const commas = sample.split(',').length - 1;
  const prose = sample.match(/,[ \u00a0]|(?<=\d),(?=\d)/g)?.length ?? 0;
  return commas > 0 ? prose / commas : 0;
}
