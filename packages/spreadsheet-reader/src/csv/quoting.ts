/** How fields of a text are quoted. */
export interface Quoting {
  quote: '"' | "'";
  /** A backslash before a quote makes it part of the field. */
  hasBackslashes: boolean;
  /** Blanks may stand between a delimiter and a quote that opens a field. */
  hasBlanksBefore: boolean;
}

/** Quoted fields of a sample: the quote that closes one stands before a delimiter or at the end of a line. */
interface QuotedFields {
  wellClosed: number;
  badlyClosed: number;
}

/** Quoted fields of a sample that are looked at. */
const sampledFieldsMax = 1_000;
/** Fields in single quotes, below which these are apostrophes. */
const singleQuotedMin = 2;

/**
 * Detects how the fields of a sample are quoted: with blanks before quotes, and backslashes within, where
 * more fields close well so.
 */
export function quotingOf(sample: string, delimiter: string, quote: Quoting['quote']): Quoting {
  const plain: Quoting = { quote, hasBackslashes: false, hasBlanksBefore: false };
  const options: Quoting[] = [plain];
  if (sample.includes(`\\${quote}`)) options.push({ ...plain, hasBackslashes: true });
  if (delimiter !== ' ' && sample.includes(`${delimiter} `))
    options.push(...options.map((option) => ({ ...option, hasBlanksBefore: true })));
  const gains = options.map((option) => {
    const { wellClosed, badlyClosed } = countQuotedFields(sample, delimiter, option);
    return wellClosed - badlyClosed;
  });
  return options[gains.indexOf(Math.max(...gains))]!;
}

/** Whether single quotes are quotes, and no apostrophes: every field that begins with one ends with one. */
export function readsWell(sample: string, delimiter: string, quoting: Quoting): boolean {
  const { wellClosed, badlyClosed } = countQuotedFields(sample, delimiter, quoting);
  if (badlyClosed > 0 || wellClosed < singleQuotedMin) return false;
  return countQuotedFields(sample, delimiter, { ...quoting, quote: '"' }).wellClosed === 0;
}

function countQuotedFields(sample: string, delimiter: string, quoting: Quoting): QuotedFields {
  const fields: QuotedFields = { wellClosed: 0, badlyClosed: 0 };
  let isFieldStart = true;
  for (let at = 0; at < sample.length; at++) {
    const character = sample[at]!;
    if (isFieldStart && character === quoting.quote) {
      const close = closingQuote(sample, at, quoting);
      // The sample may be cut within the field.
      if (close === -1) return fields;
      if (isFieldEnd(sample, close + 1, delimiter)) fields.wellClosed++;
      else fields.badlyClosed++;
      if (fields.wellClosed + fields.badlyClosed === sampledFieldsMax) return fields;
      at = close;
      isFieldStart = false;
    } else if (character === delimiter || character === '\n' || character === '\r') isFieldStart = true;
    else isFieldStart &&= quoting.hasBlanksBefore && character === ' ';
  }
  return fields;
}

/** Place of the quote that closes the field which opens at a place; -1 where the sample ends before it. */
export function closingQuote(
  sample: string,
  open: number,
  { quote, hasBackslashes }: Pick<Quoting, 'quote' | 'hasBackslashes'>,
): number {
  for (let at = open + 1; at < sample.length; at++) {
    const character = sample[at];
    if (hasBackslashes && character === '\\') at++;
    else if (character === quote && sample[at + 1] !== quote) return at;
    else if (character === quote) at++;
  }
  return -1;
}

function isFieldEnd(sample: string, at: number, delimiter: string): boolean {
  const next = sample[at];
  return next === undefined || next === delimiter || next === '\n' || next === '\r';
}
