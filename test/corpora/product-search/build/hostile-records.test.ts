import { type ObjectSettings } from '../../../../src/domain/products/settings';
import { recordBytesMax } from '../../../../src/domain/products/limits';
import {
  addRecord,
  createDocumentWriter,
  createSummary,
  declaredFields,
  inferFieldTable,
  readQueryText,
  readRecord,
} from '../../../../src/product-search';

const bytes = recordBytesMax / 4;
const filled = (unit: string) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
const numbered = (text: (n: number) => unknown) => Array.from({ length: 20_000 }, (_, n) => text(n));

/** Large values of shapes that slow readers meet only here. */
const values: [string, unknown][] = [
  ['one word', filled('abcdefghij')],
  ['capitals without a space', filled('ABCDEFGH')],
  ['digits', filled('1234567890')],
  ['digits in groups', filled('123,')],
  ['decimals', filled('1.1')],
  ['an address with ports', `http://${filled(':1').slice(20)} `],
  ['punctuation', filled('.-_!?')],
  ['quotes', filled('""""a  ').replaceAll('""', '"')],
  ['apostrophes', filled("a'")],
  ['marks on one letter', `a${filled('\u0301')}`],
  ['letters with marks', filled('a\u0301')],
  ['emoji', filled('😀')],
  ['families of emoji', filled('👨‍👩‍👧')],
  ['Han', filled('漢字')],
  ['signs of long vowels', filled('ー')],
  ['mixed scripts', filled('a漢ー1')],
  ['half a surrogate pair', filled('\\ud83d').slice(0, 60_000)],
  ['letters that stand for many', filled('ﷺ')],
  ['blanks in between', `a${filled(' ').slice(8)}b`],
  ['many differing words', numbered((n) => `w${n}`).join(' ')],
  ['amounts', filled('5 kg ')],
  ['a list of numbers', numbered((n) => n)],
  ['a list of words', numbered((n) => `x${n}`)],
];

const types = ['text', 'keyword', 'identifier', 'number', 'date', 'geo', 'enum', 'url', 'bool'] as const;
const settings: ObjectSettings = { fields: Object.fromEntries(types.map((type) => [type, { type }])) };

test.each(values)('a record of %s is read, summarised and made a document', (_, value) => {
  for (const name of [...types, 'inferred', 'width_cm', 'location', 'created_at']) {
    const text = JSON.stringify({ id: '1', [name]: value });
    const read = readRecord(Buffer.from(text));
    if (!('record' in read)) throw new Error(JSON.stringify(read.refused).slice(0, 200));
    const summary = createSummary(declaredFields(settings));
    addRecord(summary, read.record.value);
    const { table } = inferFieldTable(summary, { settings, idField: 'id' });
    const draft = createDocumentWriter(table, settings)({ recordId: '1', text: read.record.text });
    const document = JSON.parse(draft.body({ group: null, vector: null })) as { t3: string[]; t0: string[] };
    const words = [...document.t3, ...document.t0].flatMap((tokens) => tokens.split(' '));
    expect(words.reduce((longest, { length }) => Math.max(longest, length), 0)).toBeLessThanOrEqual(64);
    if (typeof value === 'string') expect(readQueryText(value, { typos: true }).words.length).toBeLessThanOrEqual(10);
  }
}); // prettier-ignore
