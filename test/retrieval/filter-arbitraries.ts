import fc from 'fast-check';
import { isCleanText } from '../../src/domain/platform/clean-text';
import { type CustomMetadata } from '../../src/domain/documents/document';
import { type FilteredDocument } from './plain-evaluator';

/** Keys that meet often, and keys that a store could stumble over. */
const keys = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('year', 'state', 'tags', 'size') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'a.b',
      'year.value',
      'sta$te',
      '__proto__',
      'constructor',
      'toString',
      'ключ',
      '键\u{1F600}',
      'with space',
      '"quoted\\"',
      'k',
      'v',
      'k'.repeat(128),
      '\u{1F600}'.repeat(128),
      'ye',
      'year\u0001',
    ),
  },
);

const texts = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '',
      'a',
      'A',
      'b',
      'ab',
      '10',
      '9',
      '1',
      '0',
      'true',
      'false',
      '2026-11-20',
      '2026-11-20T00:00:00.000Z',
      '2026-02-01',
      '\u0000',
      'a\u0000b',
      '\uffff',
      '\ue000',
      '\u{10000}',
      '\u{1F600}',
      'é',
      'e\u0301',
      'x'.repeat(999),
      'x'.repeat(1_000),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).filter(isCleanText),
  },
);
/** Too long for the end of a range, and told apart only near their end. */
const longTexts = fc.constantFrom(
  'x'.repeat(2_000),
  'x'.repeat(2_001),
  `${'x'.repeat(4_000)}a`,
  `${'x'.repeat(4_000)}b`,
  `${'x'.repeat(1_999)}\u{1F600}`,
);

const numbers = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 12 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      -0,
      0.5,
      -0.5,
      2_147_483_647,
      2_147_483_648,
      -2_147_483_649,
      Number.MAX_SAFE_INTEGER,
      2 ** 63,
      -(2 ** 63),
      1e308,
      -1e308,
      5e-324,
      0.1 + 0.2,
      0.3,
    ),
  },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);

const scalars = fc.oneof(texts, numbers, fc.boolean());

/** Metadata of any shape that the rules allow. */
const metadata: fc.Arbitrary<CustomMetadata> = fc
  .array(
    fc.tuple(
      keys,
      fc.oneof(
        { weight: 6, arbitrary: scalars },
        { weight: 1, arbitrary: longTexts },
        { weight: 3, arbitrary: fc.array(fc.oneof(texts, texts, longTexts), { maxLength: 4 }) },
      ),
    ),
    { maxLength: 6 },
  )
  .map((entries) => {
    const made = Object.create(null) as CustomMetadata;
    for (const [key, value] of entries) made[key] = value;
    return made;
  });

const filenames = fc.constantFrom('a.pdf', 'b.pdf', 'Ünï.txt', '1');
const contentTypes = fc.constantFrom('application/pdf', 'text/plain');
const moments = fc.constantFrom(
  '2026-11-20T00:00:00.000Z',
  '2026-11-20T19:15:38.226Z',
  '2026-11-21T00:00:00.000Z',
  '2020-02-29T23:59:59.999Z',
);

export const documents: fc.Arbitrary<Omit<FilteredDocument, 'documentId'>> = fc.record({
  filename: filenames,
  contentType: contentTypes,
  createdAt: moments.map((text) => new Date(text)),
  custom: metadata,
});

const bounded = (arbitrary: fc.Arbitrary<unknown>) => (operator: string) =>
  fc.tuple(fc.constant(operator), arbitrary);
const list = (arbitrary: fc.Arbitrary<unknown>) => fc.array(arbitrary, { maxLength: 5 });

function conditionOn(values: fc.Arbitrary<unknown>, ends: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const operator = fc.oneof(
    ...['$eq', '$ne'].map(bounded(values)),
    ...['$in', '$nin'].map(bounded(list(values))),
    ...['$gt', '$gte', '$lt', '$lte'].map(bounded(ends)),
    fc.tuple(fc.constant('$exists'), fc.boolean()),
  );
  return fc.oneof(
    values,
    fc.array(operator, { minLength: 1, maxLength: 2 }).map((pairs) => Object.fromEntries(pairs)),
  );
}

const days = fc.constantFrom('2026-11-20', '2026-11-21', '2026', '2026-11-20T21:15:38.226+02:00');
const documentIds = fc.integer({ min: 0, max: 600 }).map((number) => `doc_${number}`);
const pair = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(keys, conditionOn(fc.oneof(scalars, scalars, longTexts), scalars)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('filename'), conditionOn(fc.oneof(filenames, scalars), scalars)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom('document_id', 'file_id'),
      conditionOn(fc.oneof(documentIds, scalars), fc.oneof(documentIds, scalars)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('content_type'), conditionOn(fc.oneof(contentTypes, scalars), scalars)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('created_at'),
      conditionOn(fc.oneof(moments, days, numbers, fc.boolean()), fc.oneof(moments, days, numbers)),
    ),
  },
);

/** An object whose keys are its own, whatever they are called, as JSON makes them. */
function asJson(pairs: [string, unknown][]): object {
  return JSON.parse(
    `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`,
  ) as object;
}

/** Filters of at most this many levels. */
export function filters(depth: number): fc.Arbitrary<object> {
  const flat = fc.array(pair, { maxLength: depth === 1 ? 2 : 1 });
  if (depth === 1) return flat.map(asJson);
  const branch = fc.tuple(
    fc.constantFrom('$and', '$or'),
    fc.array(filters(depth - 1), { minLength: 1, maxLength: 3 }),
  );
  return fc
    .tuple(flat, fc.array(branch, { maxLength: 1 }))
    .map(([pairs, branches]) => asJson([...pairs, ...branches]));
}
