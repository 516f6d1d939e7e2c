import { hasSingleQuotes, type QuotedSample, quoteSample, type Quoting } from './quoting';

/** How a text is divided into records and fields. */
export interface Dialect extends Quoting {
  /** Character between two fields, of one or more bytes in UTF-8. */
  delimiter: string;
  /** Characters before the first record: a line `sep=`. */
  skip: number;
  /** Fields of most records; 0 where their numbers differ. */
  fields: number;
}

/** Candidates by priority: those that are rarest in prose and numbers first. */
const candidates = ['\t', ';', '|', ','] as const;
/** Candidates where none of the others divides the records. */
const rareCandidates = ['#', '^', '~', ' '] as const;
/** Share of the records that a rare delimiter divides alike. */
const rareAgreement = 0.9;
/** Share of the values that are numbers or dates, where blanks divide the records. */
const figuresShareMin = 0.5;
const amount =
  "[-+(]?\\p{Sc}?(?:\\d{1,3}(?:[.,' ]\\d{3})+|\\d*)(?:[.,]?\\d+)(?:[eE][-+]?\\d+)?\\s?[%\\p{Sc}]?\\)?";
const time = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?`;
const date = String.raw`\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ]${time})?Z?`;
const figurePattern = new RegExp(`^(?:${date}|${time}|${amount})$`, 'u');
const figureCharsMax = 40;
/** Slack of agreement within which candidates compete with the best one. */
const agreementSlack = 0.15;
/** Share of the records of one size, from which a record of another size is odd. */
const usualShareMin = 0.6;
/** Quotes of a sample from which they are evidence for a delimiter. */
const quotesMin = 4;
/** Share of the records with a delimiter at their end, above which it ends records and divides none. */
const endingShare = 0.9;
/** Share of the delimiters that stand as in prose or in numbers, from which they are no delimiters. */
const proseShareMin = 0.9;

/**
 * Detects the dialect of a text by its first characters. A line `sep=x` declares the delimiter; otherwise it
 * is the candidate that divides most of the records into the same number of fields, more than one, so that
 * quotes stand at the ends of fields and many fields are numbers or dates. Comma where none does. Quotes are
 * double ones, or single ones where fields stand in these alone.
 *
 * @param whole whether the sample is the whole text; otherwise its last record is cut and does not count
 */
export function detectDialect(sample: string, whole: boolean): Dialect {
  const declared = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(sample);
  if (declared) {
    const [line, delimiter] = [declared[0], declared[1]!];
    const survey = surveyOf(sample.slice(line.length), whole, delimiter, '"');
    // The declaration names the whole delimiter, so that blanks behind it belong to the fields.
    const { blanks } = survey.quoting;
    return { ...dialectOf(survey, line.length), blanks: blanks === 'kept' ? blanks : 'before quotes' };
  }
  if (sample.includes("'")) {
    const survey = detectDelimiter(sample, whole, "'");
    if (hasSingleQuotes(sample, survey)) return dialectOf(survey, 0);
  }
  return dialectOf(detectDelimiter(sample, whole, '"'), 0);
}

function dialectOf({ quoting, delimiter, usual, agreement }: Survey, skip: number): Dialect {
  return { ...quoting, delimiter, skip, fields: agreement >= usualShareMin ? usual + 1 : 0 };
}

/** A sample divided by one delimiter, and what speaks for it. */
interface Survey extends QuotedSample {
  delimiter: string;
  /** Most frequent number of delimiters per record, 0 for none, and the share of records with it. */
  usual: number;
  agreement: number;
  /** Whether the first record, usually the header, has that number. */
  leads: boolean;
  /** Whether the delimiter stands at the ends of records only. */
  endsRecords: boolean;
  /** Share of the values that are numbers, dates or times. */
  figures: number;
  /** Share of delimiters that are used as in a number (`1,5`) or in prose (`, `). */
  prose: number;
}

function detectDelimiter(sample: string, whole: boolean, quote: Quoting['quote']): Survey {
  const surveys = candidates.map((delimiter) => surveyOf(sample, whole, delimiter, quote));
  const rare = rareCandidates
    .map((delimiter) => surveyOf(sample, whole, delimiter, quote))
    .filter((survey) => survey.agreement >= rareAgreement && survey.records.length > 1)
    .filter(({ delimiter, figures }) => delimiter !== ' ' || figures >= figuresShareMin);
  const dividing = [...surveys, ...rare].filter(({ usual }) => usual > 0);
  const isSound = (survey: Survey) => !dividing.some((other) => explainsQuotes(other, survey));
  const sound = dividing.filter(isSound);
  const [main, others] = [sound.filter((it) => !rare.includes(it)), sound.filter((it) => rare.includes(it))];
  const inner = main.some(({ endsRecords }) => !endsRecords)
    ? main.filter(({ endsRecords }) => !endsRecords)
    : main;
  const agreement = Math.max(...inner.map((survey) => survey.agreement));
  const finalists = inner.filter((survey) => survey.agreement >= agreement - agreementSlack);
  const [winner] = finalists.sort((a, b) => rank(b) - rank(a));
  return winner ?? others[0] ?? surveys.at(-1)!;
}

/** Whether quotes stand at the ends of fields under one delimiter, and elsewhere under the other. */
function explainsQuotes(one: Survey, other: Survey): boolean {
  return (
    other.strayQuotes > other.structuralQuotes &&
    one.structuralQuotes >= Math.max(quotesMin, 4 * one.strayQuotes) &&
    one.agreement >= usualShareMin
  );
}

function rank({ usual, leads, prose, agreement, figures, records }: Survey): number {
  const first = records[0]![0]!.text;
  // A single record may have lists in its fields; the delimiter of its fields comes first.
  const opens = records.length === 1 && !candidates.some((candidate) => first.includes(candidate));
  const shape = (prose < proseShareMin ? 1_000 : 0) + (leads ? 500 : 0) + (opens ? 100 : 0);
  return shape + 20 * figures + Math.log2(usual) + agreement;
}

function surveyOf(sample: string, whole: boolean, delimiter: string, quote: Quoting['quote']): Survey {
  const quoted = quoteSample(sample, whole, delimiter, quote);
  const { records } = quoted;
  const tally = new Map<number, number>();
  for (const { length } of records) tally.set(length - 1, (tally.get(length - 1) ?? 0) + 1);
  let usual = 0;
  let most = 0;
  for (const [count, alike] of tally) if (count > 0 && alike > most) [usual, most] = [count, alike];
  const divided = records.filter(({ length }) => length > 1);
  const endings = divided.filter((fields) => fields.length === 2 && fields[1]!.text === '');
  const rows = records.length > 1 ? records.slice(1) : records;
  const values = rows.flatMap((fields) => fields.filter(({ text }) => text !== ''));
  const figures = values.filter(({ text }) => text.length <= figureCharsMax && figurePattern.test(text));
  return {
    ...quoted,
    delimiter,
    usual,
    agreement: records.length > 0 ? most / records.length : 0,
    leads: records[0]?.length === usual + 1,
    endsRecords: endings.length > divided.length * endingShare,
    figures: values.length > 0 ? figures.length / values.length : 0,
    prose: delimiter === ',' ? proseShare(sample) : 0,
  };
}

function proseShare(sample: string): number {
  const commas = sample.split(',').length - 1;
  const prose = sample.match(/,[ \u00a0]|(?<=\d),(?=\d)/g)?.length ?? 0;
  return commas > 0 ? prose / commas : 0;
}
