import { Client, type estypes } from '@elastic/elasticsearch';
import { servers } from '../setup/servers';

const client = new Client({ node: servers().elasticsearchUrl });

afterAll(() => client.close());

async function analyze(request: estypes.IndicesAnalyzeRequest): Promise<string[]> {
  const { tokens = [] } = await client.indices.analyze(request);
  return tokens.map(({ token }) => token);
}

/** Tokens that the standard tokenizer and one configured filter make of `text`. */
function filtered(filter: estypes.AnalysisTokenFilter, text: string): Promise<string[]> {
  return analyze({ tokenizer: 'standard', filter: ['lowercase', filter], text });
}

test('GET / tells the version that clients look for', async () => {
  const { version, tagline } = await client.info();
  expect(version.number).toMatch(/^9\./);
  expect(tagline).toBe('You Know, for Search');
});

test('the analyzer of whitespace is there', async () => {
  expect(await analyze({ analyzer: 'whitespace', text: 'T1 t2' })).toEqual(['T1', 't2']);
});

test.each<[string, estypes.AnalysisTokenFilter, string, string[]]>([
  ['English stems', { type: 'stemmer', language: 'english' }, 'foxes jumping', ['fox', 'jump']],
  ['possessives', { type: 'stemmer', language: 'possessive_english' }, "fox's", ['fox']],
  ['stop words', { type: 'stop', stopwords: ['the'] }, 'the fox', ['fox']],
  ['folding', { type: 'asciifolding' }, 'café', ['cafe']],
  ['folding that keeps', { type: 'asciifolding', preserve_original: true }, 'café', ['cafe', 'café']],
  ['a bounded number of words', { type: 'limit', max_token_count: 2 }, 'a b c', ['a', 'b']],
])('a filter for %s can be configured', async (_, filter, text, expected) => {
  expect(await filtered(filter, text)).toEqual(expected);
});

test.each<[string, estypes.AnalysisTokenFilter, string[]]>([
  ['pairs', { type: 'cjk_bigram' }, ['日本', '本語']],
  ['pairs and singles', { type: 'cjk_bigram', output_unigrams: true }, ['日', '日本', '本', '本語', '語']],
])('Chinese, Japanese and Korean are taken in %s', async (_, pairs, expected) => {
  const request = { tokenizer: 'standard', filter: ['cjk_width', 'lowercase', pairs], text: '日本語' };
  expect(await analyze(request)).toEqual(expected);
});

test.each([
  ['porter_stem', 'jumping', ['jump']],
  ['cjk_width', 'ＡＢ', ['AB']],
  ['asciifolding', 'Häuser', ['Hauser']],
])('the filter %s works without settings', async (filter, text, expected) => {
  expect(await analyze({ tokenizer: 'standard', filter: [filter], text })).toEqual(expected);
});

test('characters are replaced by a pattern before words are taken', async () => {
  const separators = { type: 'pattern_replace', pattern: '[_.-]+', replacement: ' ' } as const;
  const text = 'annual_report-2024.pdf';
  expect(await analyze({ tokenizer: 'standard', char_filter: [separators], text })).toEqual([
    'annual',
    'report',
    '2024',
    'pdf',
  ]);
});

test('a stemmer that is not there is refused', async () => {
  const request = filtered({ type: 'stemmer', language: 'elvish' }, 'x');
  await expect(request).rejects.toMatchObject({ statusCode: 400 });
});
