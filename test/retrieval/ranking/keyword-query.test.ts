import { Client } from '@elastic/elasticsearch';
import { keywordQuery } from '../../../src/retrieval/ranking';
import { chunkAnalysis } from '../../../src/stores/documents/search-index/analysis';
import { indexedWords } from '../../../src/stores/documents/search-index/chunk-row';
import { chunkMapping } from '../../../src/stores/documents/search-index/mapping';
import { servers } from '../../setup/servers';

const index = `keyword-query-${process.pid}`;
let elasticsearch: Client;

interface Fields {
  text?: string;
  title?: string | null;
  heading_path?: string[];
  filename?: string;
  tags?: string[];
  summary?: string | null;
}

const rows: Record<string, Fields> = {
  lease: { text: 'The tenant’s obligations are renewed yearly.', title: 'Lease', heading_path: ['Renewals'] },
  named: { text: 'Nothing of note.', filename: 'annual_report-2024.final.pdf' },
  tagged: { text: 'Nothing else.', tags: ['trekking tent'], summary: 'Sold in Austria.' },
  german: { text: 'Die Häuser in München gehören Frau Müller; die Straße ist gesperrt.' },
  french: { text: 'Le café de la forêt est fermé à Noël.' },
  chinese: { text: '北京大学位于海淀区。' },
  japanese: { text: '東京タワーはﾃﾚﾋﾞの塔です。' },
  korean: { text: '서울대학교에서 공부합니다.' },
  russian: { text: 'Договор аренды заключён в Москве.' },
  arabic: { text: 'عقد الإيجار ساري المفعول' },
  play: { text: 'to be or not to be' },
  yoruba: { text: 'Ìlú Ọ̀yọ́ wà ní Nàìjíríà' },
  greek: { text: 'Ἐν ἀρχῇ ἦν ὁ λόγος' },
  vocalised: { text: 'كِتَابٌ جَدِيدٌ' },
  hyphenated: { text: 'Die Donau\u00addampf\u00adschiff\u00adfahrt und das Zero\u200bwidth' },
  macos: { text: 'Nothing here.', filename: 'Prüfung_Übersicht.pdf'.normalize('NFD') },
};

beforeAll(async () => {
  elasticsearch = new Client({ node: servers().elasticsearchUrl });
  await elasticsearch.indices.create({
    index,
    mappings: chunkMapping(3),
    settings: { analysis: chunkAnalysis },
  });
  const operations = Object.entries(rows).flatMap(([_id, row]) => [{ index: { _id } }, written(row)]);
  await elasticsearch.bulk({ index, refresh: true, operations });
});

afterAll(async () => {
  await elasticsearch.indices.delete({ index });
  await elasticsearch.close();
});

/** A row as the service writes it. */
function written({
  text = '',
  title = null,
  heading_path = [],
  filename = '',
  tags = [],
  summary = null,
}: Fields) {
  return { filename, ...indexedWords({ text, title, heading_path, filename, tags, summary }) };
}

async function found(text: string) {
  const query = keywordQuery(text);
  const { hits } = await elasticsearch.search({ index, query, size: 100 });
  return hits.hits;
}

test.each([
  ['another form of an English word', 'obligation', 'lease'],
  ['a possessive', 'tenants', 'lease'],
  ['a possessive with a typographic apostrophe in the query', 'lease’s renewal', 'lease'],
  ['a heading', 'renewal', 'lease'],
  ['a word of a filename', 'report', 'named'],
  ['a number in a filename', '2024', 'named'],
  ['a filename as a whole', 'annual_report-2024.final.pdf', 'named'],
  ['a tag', 'tents', 'tagged'],
  ['a summary', 'austria', 'tagged'],
  ['German without umlauts', 'Hauser Munchen', 'german'],
  ['German with umlauts', 'häuser', 'german'],
  ['a German word with ß', 'strasse', 'german'],
  ['French without accents', 'foret noel', 'french'],
  ['a Chinese word', '海淀', 'chinese'],
  ['one Chinese character', '京', 'chinese'],
  ['Japanese', '東京', 'japanese'],
  ['Japanese in another width', 'テレビ', 'japanese'],
  ['Latin letters in full width', 'ｏｂｌｉｇａｔｉｏｎｓ', 'lease'],
  ['a Korean word inside a longer one', '대학교', 'korean'],
  ['Russian', 'договор', 'russian'],
  ['Russian with е for ё', 'заключен', 'russian'],
  ['Russian with ё', 'заключён', 'russian'],
  ['decomposed accents', 'café forêt'.normalize('NFD'), 'french'],
  ['Yoruba without accents', 'Oyo', 'yoruba'],
  ['Yoruba with one of two accents', 'Ọyọ', 'yoruba'],
  ['polytonic Greek without accents', 'αρχη', 'greek'],
  ['Greek in capitals', 'ΛΟΓΟΣ', 'greek'],
  ['Arabic without vowel points', 'كتاب', 'vocalised'],
  ['Arabic with vowel points', 'الإِيجَار', 'arabic'],
  ['a word with soft hyphens', 'Donaudampfschifffahrt', 'hyphenated'],
  ['a word with a zero-width space', 'zerowidth', 'hyphenated'],
  ['a word of a decomposed filename', 'Übersicht', 'macos'],
  ['a filename that was written decomposed', 'Prüfung_Übersicht.pdf', 'macos'],
  ['a name and its ending', 'final.pdf', 'named'],
  ['Arabic', 'الإيجار', 'arabic'],
  ['nothing but stop words', 'To be, or not to be?', 'play'],
])('finds by %s', async (_, query, id) => {
  expect((await found(query)).map((hit) => hit._id)).toContain(id);
});

test('ranks what matches a pair of Chinese characters above what shares one of them', async () => {
  expect((await found('北京')).map(({ _id }) => _id)).toEqual(['chinese']);
});

test('does not find a text by the stop words of a query', async () => {
  expect((await found('is there to be an obligation')).map(({ _id }) => _id)).toEqual(['lease']);
});

test.each([
  ['obligations', ['text']],
  ['lease renewal', ['filename_words', 'heading_path', 'text', 'title']],
  ['tent austria', ['summary', 'tags.words']],
  ['report', ['filename_words']],
])('names the fields in which %j matched', async (query, fields) => {
  const [hit] = await found(query);
  expect((hit!.matched_queries as string[]).toSorted()).toEqual(fields);
});

test.each([
  [
    'words',
    Array.from({ length: 999 }, (_, i) => i.toString(36).padStart(3, 'x'))
      .join(' ')
      .slice(0, 4_000),
  ],
  ['Chinese characters', String.fromCodePoint(...Array.from({ length: 4_000 }, (_, i) => 0x4e00 + i))],
  ['one long word', 'x'.repeat(4_000)],
  ['signs', '"*:?~()[]{}\\/+-&|!^ '.repeat(200)],
  ['pictures', '😀'.repeat(2_000)],
  ['a broken pair', `obligation \ud800`],
])('answers a query of 4,000 %s', async (_, query) => {
  await expect(found(query)).resolves.toBeInstanceOf(Array);
});
