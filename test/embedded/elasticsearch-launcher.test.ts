import { randomUUID } from 'node:crypto';
import { Client, type estypes } from '@elastic/elasticsearch';
import { servers } from '../setup/servers';

const client = new Client({ node: servers().elasticsearchUrl });
const prefix = `launcher-${randomUUID()}`;
const [books, archive] = [`${prefix}-books`, `${prefix}-archive`];

afterAll(async () => {
  await client.indices.delete({ index: [books, archive] });
  await client.close();
});

async function analyze(request: estypes.IndicesAnalyzeRequest): Promise<string[]> {
  const { tokens = [] } = await client.indices.analyze(request);
  return tokens.map(({ token }) => token);
}

/** Tokens that an analyzer of whitespace and one configured filter makes of `text`. */
function filtered(filter: estypes.AnalysisTokenFilter, text: string): Promise<string[]> {
  return analyze({ tokenizer: 'whitespace', filter: ['lowercase', filter], text });
}

test('GET / tells the version that clients look for', async () => {
  const { version, tagline } = await client.info();
  expect(version.number).toMatch(/^9\./);
  expect(tagline).toBe('You Know, for Search');
});

test.each([
  ['english', "The foxes' jumping", ['fox', 'jump']],
  ['german', 'die Häuser', ['haus']],
  ['french', "l'avion des maisons", ['avion', 'maison']],
  ['spanish', 'las casas andando', ['cas', 'andand']],
  ['cjk', '日本語', ['日本', '本語']],
])('the analyzer %s is there', async (analyzer, text, expected) => {
  expect(await analyze({ analyzer, text })).toEqual(expected);
});

test.each<[string, estypes.AnalysisTokenFilter, string, string[]]>([
  ['stemmer of a language', { type: 'stemmer', language: 'light_german' }, 'häusern', ['haus']],
  ['stemmer of Snowball', { type: 'stemmer', language: 'swedish' }, 'bilarna', ['bil']],
  ['stemmer of a variant', { type: 'stemmer', language: 'minimal_nynorsk' }, 'bilane', ['bil']],
  ['snowball filter', { type: 'snowball', language: 'Italian' }, 'mangiando', ['mang']],
  [
    'synonyms',
    { type: 'synonym', synonyms: ['swift, quick', 'wifi => wlan'] },
    'quick wifi',
    ['swift', 'quick', 'wlan'],
  ],
  [
    'synonyms of several words',
    { type: 'synonym_graph', synonyms: ['big apple => nyc'] },
    'big apple pie',
    ['nyc', 'pie'],
  ],
  ['word parts', { type: 'word_delimiter_graph', catenate_words: true }, 'wi-fi', ['wifi', 'wi', 'fi']],
  ['n-grams of edges', { type: 'edge_ngram', min_gram: 2, max_gram: 4 }, 'sheaf', ['sh', 'she', 'shea']],
  ['folding', { type: 'asciifolding' }, 'café', ['cafe']],
  ['elision', { type: 'elision', articles: ['l'] }, "l'eau", ['eau']],
  ['protected words', { type: 'keep', keep_words: ['north'] }, 'north south', ['north']],
])('a filter for %s can be configured', async (_, filter, text, expected) => {
  expect(await filtered(filter, text)).toEqual(expected);
});

test.each<[string, estypes.IndicesAnalyzeRequest, string[]]>([
  ['html_strip', { tokenizer: 'whitespace', char_filter: ['html_strip'], text: '<b>bold</b>' }, ['bold']],
  [
    'mapping',
    { tokenizer: 'keyword', char_filter: [{ type: 'mapping', mappings: ['ß => ss'] }], text: 'Maß' },
    ['Mass'],
  ],
  ['path_hierarchy', { tokenizer: 'path_hierarchy', text: 'a/b' }, ['a', 'a/b']],
  ['uax_url_email', { tokenizer: 'uax_url_email', text: 'to a@b.org' }, ['to', 'a@b.org']],
  [
    'ngram with a class of characters',
    { tokenizer: { type: 'ngram', min_gram: 2, max_gram: 2, token_chars: ['digit'] }, text: 'a12-34' },
    ['12', '34'],
  ],
])('the component %s is there', async (_, request, expected) => {
  expect(await analyze(request)).toEqual(expected);
});

test('an n-gram tokenizer with too wide a range is refused', async () => {
  const tokenizer = { type: 'ngram', min_gram: 1, max_gram: 5 } as const;
  await expect(analyze({ tokenizer, text: 'x' })).rejects.toMatchObject({ statusCode: 400 });
});

test('documents are updated, deleted and copied by query, and a changed one is a counted conflict', async () => {
  const ids = Array.from({ length: 25 }, (_, id) => id);
  const operations = ids.flatMap((id) => [{ index: { _index: books, _id: String(id) } }, { pages: id }]);
  await client.bulk({ operations, refresh: true });
  const upTo = (pages: number) => ({ range: { pages: { lt: pages } } });

  const updated = await client.updateByQuery({
    index: books,
    query: upTo(20),
    refresh: true,
    scroll_size: 7,
  });
  expect(updated).toMatchObject({ total: 20, updated: 20, batches: 3, failures: [] });

  const deleted = await client.deleteByQuery({ index: books, query: upTo(10), refresh: true, max_docs: 4 });
  expect(deleted).toMatchObject({ total: 4, deleted: 4 });

  const destination = { index: archive, op_type: 'create' } as const;
  const copied = await client.reindex({ source: { index: books }, dest: destination, refresh: true });
  expect(copied).toMatchObject({ total: 21, created: 21, version_conflicts: 0 });
  const again = await client.reindex({ source: { index: books }, dest: destination, conflicts: 'proceed' });
  expect(again).toMatchObject({ created: 0, version_conflicts: 21, failures: [] });
  const refused = client.reindex({ source: { index: books }, dest: destination });
  await expect(refused).rejects.toMatchObject({ statusCode: 409 });
});
