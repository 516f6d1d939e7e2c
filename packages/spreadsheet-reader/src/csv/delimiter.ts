/** Fields of a text file end with `delimiter`; records begin after `skip` characters (a `sep=` line). */
export interface Dialect {
  delimiter: string;
  skip: number;
}

/** Candidates by priority: those that are rarest in prose and numbers first. */
const CANDIDATES = ['\t', ';', '|', ','] as const;
const sampledRecordsMax = 200;
/** Slack of agreement within which candidates compete with the best one. */
const agreementSlack = 0.15;

/**
 * Detects the delimiter of a text by its first characters: a line `sep=x` declares it; otherwise the
 * candidate that divides most of the records into the same number of fields, more than one. Comma where none
 * does.
 *
 * @param whole whether the sample is the whole text; otherwise its last record is cut and does not count
 */
export function detectDialect(sample: string, whole: boolean): Dialect {
  const declared = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(sample);
  if (declared) return { delimiter: declared[1]!, skip: declared[0].length };
  const scores = CANDIDATES.map((delimiter) => scoreOf(sample, whole, delimiter)).filter(
    ({ usual }) => usual > 0,
  );
  const agreement = Math.max(...scores.map((candidate) => candidate.agreement));
  const finalists = scores.filter((candidate) => candidate.agreement >= agreement - agreementSlack);
  const [winner] = finalists.sort((a, b) => rank(b) - rank(a));
  return { delimiter: winner?.delimiter ?? ',', skip: 0 };
}

interface DelimiterScore {
  delimiter: string;
  /** Most frequent number of delimiters per record, and the share of records with it. */
  usual: number;
  agreement: number;
  /** Whether the first record, usually the header, has that number. */
  leads: boolean;
  /** Share of delimiters that are used as in a number (`1,5`) or in prose (`, `). */
  prose: number;
}

function rank({ usual, leads, prose, agreement }: DelimiterScore): number {
  return (prose < 0.9 ? 1_000 : 0) + (leads ? 500 : 0) + Math.min(usual, 100) + agreement;
}

function scoreOf(sample: string, whole: boolean, delimiter: string): DelimiterScore {
  const counts = countPerRecord(sample, whole, delimiter);
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
    leads: counts[0] === usual,
    prose: delimiter === ',' ? proseShare(sample) : 0,
  };
}

/** Number of delimiters outside quotes in each record that is not empty. */
function countPerRecord(sample: string, whole: boolean, delimiter: string): number[] {
  const counts: number[] = [];
  let count = 0;
  let fieldStart = 0;
  let recordStart = 0;
  for (let i = 0; i < sample.length && counts.length < sampledRecordsMax; i++) {
    const character = sample[i]!;
    if (character === '"' && i === fieldStart) {
      i = closingQuote(sample, i);
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

function closingQuote(sample: string, open: number): number {
  for (let i = open + 1; ; i += 2) {
    i = sample.indexOf('"', i);
    if (i < 0) return open;
    if (sample[i + 1] !== '"') return i;
  }
}

function proseShare(sample: string): number {
  const commas = sample.split(',').length - 1;
  const prose = sample.match(/,[ \u00a0]|(?<=\d),(?=\d)/g)?.length ?? 0;
  return commas > 0 ? prose / commas : 0;
}
