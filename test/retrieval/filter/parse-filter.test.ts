import { parseWithLongNumbersInfinite } from '../../../src/domain/platform/exact-json';
import { MetadataFilterError, parseMetadataFilter } from '../../../src/retrieval';

/** As a client sends it: keys are own whatever they are called. */
const json = (text: string): unknown => JSON.parse(text);
const nested = (levels: number): object => (levels === 1 ? { a: 1 } : { $and: [nested(levels - 1)] });
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));

function faultOf(filter: unknown): MetadataFilterError {
  try {
    parseMetadataFilter(filter);
  } catch (error) {
    if (error instanceof MetadataFilterError) return error;
    throw error;
  }
  throw new Error('the filter was read');
}

test.each([
  ['no object', null, '', /must be an object/],
  ['a list', [], '', /must be an object/],
  ['a text', 'year', '', /must be an object/],
  ['null as a value', { year: null }, 'year', /\$exists/],
  ['a list as a value', { tags: ['a'] }, 'tags', /use \$in/],
  ['no operator', { year: {} }, 'year', /no operator/],
  ['nested names', { state: { name: 'x' } }, 'state.name', /not nested/],
  ['an unknown operator', { year: { $regex: '.*' } }, 'year.$regex', /not an operator/],
  ['an inherited name as operator', { year: { constructor: 1 } }, 'year.constructor', /not nested/],
  ['an operator of values between filters', { $eq: 1 }, '$eq', /\$and or \$or/],
  ['$not', { $not: { a: 1 } }, '$not', /\$and or \$or/],
  ['$where', { $where: 'sleep(1000)' }, '$where', /\$and or \$or/],
  ['metadata as a key', { $and: [{ a: 1 }, { metadata: { year: 1 } }] }, '$and[1].metadata', /top level/],
  ['custom_metadata as a key', { custom_metadata: 1 }, 'custom_metadata', /top level/],
  ['a key with the name of metadata before it', { 'metadata.year': 1 }, 'metadata.year', /alone.*"year"/],
  ['custom_metadata before one', { 'custom_metadata.a.b': 1 }, 'custom_metadata.a.b', /alone.*"a\.b"/],
  ['a field of the service', { chunk_type: 'table' }, 'chunk_type', /cannot be filtered.*document_id/],
  ['another one, deep inside', { $or: [{ a: 1 }, { uri: { $in: [] } }] }, '$or[1].uri', /cannot be filtered/],
  ['an operator deep inside', { $and: [{ a: 1 }, { year: { $gte: [] } }] }, '$and[1].year.$gte', /list/],
  ['$and without a list', { $and: { a: 1 } }, '$and', /1 to 50/],
  ['an empty $or', { $or: [] }, '$or', /1 to 50/],
  ['51 branches', { $or: Array(51).fill({ a: 1 }) }, '$or', /1 to 50/],
  ['a branch that is no filter', { $or: [{ a: 1 }, 7] }, '$or[1]', /object/],
  ['6 levels', nested(6), '$and[0].$and[0].$and[0].$and[0].$and[0]', /deeper than 5/],
  ['101 conditions', many(101), 'k100', /at most 100/],
  [
    '101 conditions on one key',
    { $and: [many(99), { a: { $gt: 1, $lt: 2 } }] },
    '$and[1].a.$lt',
    /at most 100/,
  ],
  ['$in without a list', { a: { $in: 'x' } }, 'a.$in', /list of at most 1000/],
  ['1,001 values', { a: { $nin: Array(1_001).fill(1) } }, 'a.$nin', /list of at most 1000/],
  ['an object among values', { a: { $in: [1, {}] } }, 'a.$in[1]', /string, a number or a boolean/],
  ['$exists without a boolean', { a: { $exists: 1 } }, 'a.$exists', /true or false/],
  ['a number that JSON cannot hold', json('{"a": 1e999}'), 'a', /string, a number or a boolean/],
  [
    'a number that is not kept',
    parseWithLongNumbersInfinite('{"a": {"$in": [9007199254740993]}}'),
    'a.$in[0]',
    /as a text/,
  ],
  ['an empty key', { '': 1 }, '', /empty/],
  ['a key of 129 characters', { ['k'.repeat(129)]: 1 }, 'k'.repeat(129), /128 characters/],
  ['a key with NUL', { 'a\u0000': 1 }, 'a\u0000', /NUL/],
  ['half a character in a key', json('{"\\ud800": 1}'), '\ud800', /well-formed/],
  ['half a character in a value', json('{"a": "\\ud800"}'), 'a', /string/],
  ['a long end of a range', { a: { $lt: 'x'.repeat(1_001) } }, 'a.$lt', /1000 characters/],
  ['a day that is none', { created_at: { $gte: 'yesterday' } }, 'created_at.$gte', /ISO 8601/],
  ['the 30th of February', { created_at: '2026-02-30' }, 'created_at', /ISO 8601/],
  ['an hour that is none', { created_at: { $in: ['2026-02-03T25:00:00Z'] } }, 'created_at.$in', /ISO 8601/],
  ['a zone without a time', { created_at: '2026-02-03Z' }, 'created_at', /ISO 8601/],
])('refuses %s, and says where', (_name, filter, path, reason) => {
  const fault = faultOf(filter);
  expect(fault.path).toBe(path);
  expect(fault.reason).toMatch(reason);
});

test.each([
  ['nothing', {}],
  ['5 levels', nested(5)],
  ['100 conditions', many(100)],
  ['50 branches', { $or: Array(50).fill({ a: 1 }) }],
  ['1,000 values', { a: { $in: Array(1_000).fill(1) } }],
  ['no values', { a: { $in: [] } }],
  ['an empty branch', { $or: [{}] }],
  ['a key of 128 characters', { ['\u{1F600}'.repeat(128)]: 1 }],
  [
    'keys like names of objects',
    json('{"__proto__": 1, "constructor": 2, "hasOwnProperty": {"$exists": true}}'),
  ],
  ['dots and dollars inside a key', { 'a.$b': 1 }],
  ['the id of a document by both of its names', { document_id: 'doc_1', file_id: { $ne: 'doc_2' } }],
  ['keys that only the service writes', { email_from: 'a@example.com' }],
  [
    'days and times',
    { created_at: { $gte: '2026', $lt: '2026-11-20T19:15:38.226+02:00', $ne: '2026-11-20T19:15' } },
  ],
])('takes %s', (_name, filter) => {
  expect(() => parseMetadataFilter(filter)).not.toThrow();
});

test('a name is looked for in every spelling of Unicode that is equal to it, other values in their own', () => {
  const [composed, decomposed] = ['é.pdf'.normalize('NFC'), 'é.pdf'.normalize('NFD')] as const;
  for (const filename of [composed, decomposed]) {
    const filter = parseMetadataFilter({ filename, title: filename });
    expect(filter).toMatchObject({ kind: 'and', filters: [{ key: 'filename' }, { values: [filename] }] });
    expect(new Set((filter as { filters: { values: string[] }[] }).filters[0]!.values)).toEqual(
      new Set([composed, decomposed]),
    );
  }
});

test.each([
  [{ $gte: '2026-11-20T19:15:38.226001Z' }, { operator: 'gte', value: 38_227 }],
  [{ $lt: '2026-11-20T19:15:38.226001Z' }, { operator: 'lt', value: 38_227 }],
  [{ $gt: '2026-11-20T19:15:38.226001Z' }, { operator: 'gt', value: 38_226 }],
  [{ $lte: '2026-11-21T00:45:38.226001+05:30' }, { operator: 'lte', value: 38_226 }],
  [{ $gte: '2026-11-20T19:15:38.226000Z' }, { operator: 'gte', value: 38_226 }],
])('microseconds of %j decide on which side of a time it is', (range, expected) => {
  const minute = Date.parse('2026-11-20T19:15:00Z');
  const filter = parseMetadataFilter({ created_at: range });
  expect(filter).toEqual({
    kind: 'range',
    key: 'created_at',
    ...expected,
    value: minute + expected.value,
  });
});

test('no time is equal to one between two milliseconds', () => {
  expect(parseMetadataFilter({ created_at: '2026-11-20T19:15:38.226001Z' })).toEqual(
    parseMetadataFilter({ id: { $in: [] } }),
  );
});

test('a path that a client sent stays short in the refusal', () => {
  const fault = faultOf({ ['k'.repeat(100_000)]: 1 });
  expect(fault.path.length).toBeLessThanOrEqual(300);
  expect(fault.message.length).toBeLessThan(500);
});
