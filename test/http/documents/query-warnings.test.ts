import { type QueryApi, startQueryApi } from './query-client';

let api: QueryApi;
let documentId: string;
beforeAll(async () => {
  api = await startQueryApi();
  documentId = await api.add('parts', {
    filename: 'bolts.txt',
    custom: { num: 3, state: 'new', done: true, tags: ['a', 'b'], none: [] },
    chunks: ['alpha', 'alpha beta'],
  });
  await api.add('parts', { filename: 'nuts.txt', custom: { num: 4, mixed: 1 }, chunks: ['alpha gamma'] });
  await api.add('parts', { filename: 'screws.txt', custom: { mixed: 'one' }, chunks: ['alpha'] });
});
afterAll(() => api.close());

/** Codes of the warnings of v3, which v2 has as well. */
async function codesOf(
  options: { filter?: object; boost?: object[] },
  query = 'alpha',
): Promise<{ codes: string[]; messages: string }> {
  const { filter, ...rest } = options;
  const v3 = await api.ask('parts', { query, ...options });
  const v2 = await api.askV2('parts', { query, ...rest, ...(filter && { metadata_filter: filter }) });
  expect(v2.warnings).toEqual(v3.warnings);
  return {
    codes: v3.warnings.map(({ code }) => code),
    messages: v3.warnings.map(({ message }) => message).join('\n'),
  };
}

const mismatch = 'FILTER_TYPE_MISMATCH';
const unknown = 'FILTER_KEY_UNKNOWN';
test.each<[object, string[], RegExp]>([
  [{ num: 3 }, [], /^$/],
  [{ num: 999 }, [], /^$/],
  [{ num: '3' }, [mismatch], /'num' with a text, where the collection has numbers/],
  [{ num: { $ne: '3' } }, [mismatch], /'num'/],
  [{ num: { $gt: '3' } }, [mismatch], /'num'/],
  [{ num: { $gt: 100 } }, [], /^$/],
  [{ num: { $in: [3, '4'] } }, [mismatch], /with a text/],
  [
    { num: true, state: 7, done: 'true' },
    [mismatch, mismatch, mismatch],
    /'done'.*true or false\b[^]*'num'[^]*'state'/,
  ],
  [{ tags: 'a', state: 'old' }, [], /^$/],
  [{ tags: 1 }, [mismatch], /texts/],
  [{ mixed: true }, [mismatch], /texts and numbers/],
  [{ mixed: 'two', none: 'x' }, [], /^$/],
  [{ $or: [{ num: 3 }, { $and: [{ num: '3' }] }] }, [mismatch], /'num'/],
  [{ nobody: '3', num: { $exists: true } }, [unknown], /'nobody'/],
  [{ nobody: { $exists: false } }, [unknown], /'nobody'/],
  [{ __proto__x: { $in: [] } }, [unknown], /__proto__x/],
  [{ filename: 3 }, [mismatch], /'filename' with a number/],
  [{ created_at: { $gte: 1_700_000_000 } }, [mismatch], /'created_at' with a number/],
  [{ document_id: 'doc_unknown' }, [], /^$/],
])('the filter %j is warned of by %j', async (filter, codes, message) => {
  const found = await codesOf({ filter });
  expect(found.codes).toEqual(codes);
  expect(found.messages).toMatch(message);
});

const inDocument = (suffix: string) => () => `${documentId}${suffix}`;
test.each<[string, () => object, string[], RegExp]>([
  ['a value that nothing has', () => ({ field: 'state', eq: 'old' }), [], /^$/],
  ['a key that nothing has', () => ({ field: 'stat', eq: 'new' }), ['BOOST_FIELD_UNKNOWN'], /rule 0.*'stat'/],
  [
    'a value of another type',
    () => ({ field: 'num', eq: '3' }),
    ['BOOST_TYPE_MISMATCH'],
    /'num' with a text/,
  ],
  ['a number for a name', () => ({ field: 'filename', in: [3] }), ['BOOST_TYPE_MISMATCH'], /texts/],
  ['a known document', () => ({ field: 'document_id', eq: documentId }), [], /^$/],
  [
    'one unknown document of two',
    () => ({ field: 'file_id', in: [documentId, 'doc_x'] }),
    ['BOOST_DOCUMENT_UNKNOWN'],
    /1 document of which.*doc_x\.$/,
  ],
  ['known chunks', () => ({ chunk_ids: [inDocument(':0')(), inDocument(':1')()] }), [], /^$/],
  [
    'unknown chunks',
    () => ({ chunk_ids: [inDocument(':0')(), inDocument(':2')(), 'x', 'doc_01:0'] }),
    ['BOOST_CHUNK_UNKNOWN'],
    /3 chunks/,
  ],
])('a boost rule by %s is warned of as it should be', async (_name, rule, codes, message) => {
  const found = await codesOf({ boost: [{ weight: 2, ...rule() }] });
  expect(found.codes).toEqual(codes);
  expect(found.messages).toMatch(message);
});

test('what a filter leaves out is not unknown', async () => {
  const boost = [
    { field: 'state', eq: 'new' },
    { chunk_ids: [inDocument(':0')()] },
    { field: 'document_id', eq: documentId },
  ];
  expect(await codesOf({ filter: { num: 4 }, boost })).toMatchObject({ codes: [] });
});

test('words beyond the 160th are warned of, unless only the meaning counts', async () => {
  const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');
  expect(await codesOf({}, `the ${words(160)} and`)).toMatchObject({ codes: [] });
  const found = await codesOf({}, words(161));
  expect(found.codes).toEqual(['QUERY_WORDS_CAPPED']);
  expect(found.messages).toContain('The first 160 of about 161 words');
  const byMeaning = await api.ask('parts', { query: words(161), semantic_ratio: 1 });
  expect(byMeaning.warnings).toEqual([]);
});
