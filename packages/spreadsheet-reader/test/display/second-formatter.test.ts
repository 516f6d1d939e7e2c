import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SSF } from 'xlsx';
import { CellDisplay } from '../../src/display/cell-display';
import { builtInFormatCode, isDateFormat } from '../../src/number-format';
import { createRowBuffer } from '../../src/row-buffer';
import { CellKind } from '../../src/workbook-reader';

const second = SSF as { format: (code: string, value: number | string) => string };

/** Codes of real workbooks, without those that contain sentences. */
const real = JSON.parse(readFileSync(join(__dirname, 'format-codes.json'), 'utf8')) as string[];
const builtIn = Array.from({ length: 164 }, (_, id) => builtInFormatCode(id)).filter(
  (code) => code !== undefined,
);
const codes = [...new Set([...builtIn, ...real])];
const values = [1234.56, 0.375, 45000.5625, -1234.56, -0.98, 0, 'Some text'];

/** A display that differs, and the reason why ours stays. */
interface Difference {
  reason: string;
  applies: (shown: { code: string; value: number | string; ours: string; theirs: string }) => boolean;
}

const differences: Difference[] = [
  {
    reason:
      'spreadsheets fill a cell of a negative date or time with #; the number is shown, so that it is not lost',
    applies: ({ code, value, theirs }) => isDateFormat(code) && Number(value) < 0 && theirs === '',
  },
  {
    reason: 'a zero fraction is shown as its whole part, for a fixed denominator as for another',
    applies: ({ code, value, ours, theirs }) =>
      code.includes('/') && value === 0 && ours === '0' && theirs === '',
  },
  {
    reason: 'a format that hides a value shows it in General form, so that it is not lost',
    applies: ({ value, ours, theirs }) => theirs === '' && ours === String(value),
  },
  {
    reason: 'of the fractions with a denominator of one digit, 5/9 is nearer to 0.5625 than 4/7',
    applies: ({ ours, theirs }) => ours === '450005/9' && theirs === '450004/7',
  },
  {
    reason: 'the second formatter refuses optional decimal places behind groups of digits',
    applies: ({ theirs }) => theirs.startsWith('unsupported'),
  },
  {
    reason: 'a second point is a literal, which the second formatter drops',
    applies: ({ code, ours, theirs }) => code.endsWith('.') && ours === `${theirs}.`,
  },
  {
    reason:
      'a # shows no zero before the point, whatever the sign; the second formatter writes it for negative numbers',
    applies: ({ ours, theirs }) => ours.startsWith('-.98') && theirs === '-0.98',
  },
  {
    reason: 'a hyphen that is a literal of the section stands beside the sign of the number',
    applies: ({ code, ours, theirs }) => code.includes('###\\-####') && ours === `-${theirs}`,
  },
];

function shownBySecond(code: string, value: number | string): string {
  try {
    return second.format(code, value);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Blanks only align columns. */
function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, '');
}

describe('a second formatter', () => {
  const used = new Set<Difference>();

  it.each(codes)('shows numbers and texts alike in %j, but for differences with a reason', (code) => {
    const display = new CellDisplay({ date1904: false, formatCode: () => code });
    const row = createRowBuffer();
    row.length = 1;
    const unexplained: unknown[] = [];
    for (const value of values) {
      const number = isDateFormat(code) ? CellKind.date : CellKind.number;
      row.kind[0] = typeof value === 'string' ? CellKind.text : number;
      row.texts[0] = typeof value === 'string' ? value : '';
      row.number[0] = typeof value === 'string' ? 0 : value;
      const ours = withoutBlanks(display.text(row, 0));
      const theirs = withoutBlanks(shownBySecond(code, value));
      if (ours === theirs) continue;
      const difference = differences.find(({ applies }) => applies({ code, value, ours, theirs }));
      if (difference === undefined) unexplained.push({ value, ours, theirs });
      else used.add(difference);
    }
    expect(unexplained).toEqual([]);
  });

  it('still differs for each of the reasons', () => {
    expect(differences.filter((difference) => !used.has(difference)).map(({ reason }) => reason)).toEqual([]);
  });
});
