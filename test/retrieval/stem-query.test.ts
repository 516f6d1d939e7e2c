import { Client } from '@elastic/elasticsearch';
import { keywordQuery, stemLanguages } from '../../src/retrieval/ranking';
import { type StemLanguage } from '../../src/stores/documents/search-index';
import { chunkAnalysis } from '../../src/stores/documents/search-index/analysis';
import { indexedWords } from '../../src/stores/documents/search-index/chunk-row';
import { chunkMapping } from '../../src/stores/documents/search-index/mapping';
import { createStemFields } from '../../src/stores/documents/search-index/stem-fields';
import { STEM_ANALYZERS } from '../../src/stores/documents/search-index/stems';
import { servers } from '../setup/servers';

const index = `stem-query-${process.pid}`;
let elasticsearch: Client;

/** A text by its language, and other forms of its words. */
const texts = {
  de: ['Die Verträge wurden von den Mietern gekündigt.', ['Vertrag', 'Mieter']],
  fr: [
    'Les locataires ont résilié les contrats nationaux.',
    ['locataire', 'contrat', 'national', 'nationale'],
  ],
  es: ['Los inquilinos firmaron contratos nuevos.', ['inquilino', 'contrato', 'nuevo']],
  it: ['Gli inquilini hanno firmato i contratti nuovi.', ['inquilino', 'contratto']],
  pt: ['Os inquilinos assinaram contratos novos.', ['inquilino', 'contrato', 'novo']],
  nl: ['De huurders hebben de contracten getekend.', ['huurder', 'contract']],
  sv: ['Hyresgästerna skrev under avtalen.', ['avtal']],
  no: ['Leietakerne skrev under avtalene.', ['avtale']],
  da: ['Lejerne underskrev kontrakterne.', ['lejer', 'kontrakt']],
  fi: ['Talossa asuvat vuokralaiset muuttivat taloihin.', ['talo', 'talon']],
  ru: ['Арендаторы подписали новые договоры.', ['арендатор', 'договора', 'договоров', 'новый']],
  el: ['Οι ενοικιαστές υπέγραψαν τα συμβόλαια.', ['συμβόλαιο', 'συμβολαιο']],
  cs: ['Nájemníci podepsali nové smlouvy.', ['nájemník', 'smlouva']],
  hu: ['A bérlők aláírták a szerződéseket.', ['bérlő', 'szerződés']],
  tr: ['Kiracılar yeni sözleşmeleri imzaladı.', ['sözleşme']],
  ar: ['وقع المستأجرون العقود', ['مستأجر', 'مستأجرين']],
} as const satisfies Partial<Record<StemLanguage, readonly [string, readonly string[]]>>;
const languages = Object.keys(texts) as (keyof typeof texts)[];

beforeAll(async () => {
  elasticsearch = new Client({ node: servers().elasticsearchUrl });
  await elasticsearch.indices.create({
    index,
    mappings: chunkMapping(3),
    settings: { analysis: chunkAnalysis },
  });
  const rows = [
    ...languages.map((language) => written(texts[language][0], language)),
    written('Nordwind und Sonne, Vertrag 7', 'unknown'),
  ];
  const fitted = await createStemFields(elasticsearch)(index, rows);
  const operations = fitted.flatMap((row, at) => [{ index: { _id: languages[at] ?? 'unknown' } }, row]);
  await elasticsearch.bulk({ index, refresh: true, operations });
});

afterAll(async () => {
  await elasticsearch.indices.delete({ index });
  await elasticsearch.close();
});

function written(text: string, language: string) {
  const words = { text, language, title: null, heading_path: [], filename: '', tags: [], summary: null };
  return { filename: '', ...indexedWords(words) };
}

async function found(text: string, by: readonly StemLanguage[]) {
  const { hits } = await elasticsearch.search({ index, query: keywordQuery(text, by), size: 100 });
  return hits.hits;
}

const idsOf = async (text: string, by: readonly StemLanguage[]) =>
  (await found(text, by)).map(({ _id }) => _id);

const forms = languages.flatMap((language) => texts[language][1].map((word) => [word, language] as const));

test.each(forms)(
  'finds another form of a word, %s (%s), by the stems of its language',
  async (word, language) => {
    expect(await idsOf(word, [language])).toContain(language);
  },
);

test('finds most of these forms by their stems only', async () => {
  const missed = [];
  for (const [word, language] of forms) if (!(await idsOf(word, [])).includes(language)) missed.push(word);
  expect(missed.length).toBeGreaterThan(forms.length / 2);
});

test('finds a text of unknown language, and a query in one, by the exact form', async () => {
  expect(await idsOf('Nordwind', ['fr'])).toEqual(['unknown']);
  expect(await idsOf('договоры', ['de'])).toEqual(['ru']);
});

test('counts a match in the text and its stem once, as a match of the text', async () => {
  const [plain] = await found('Nordwind', []);
  const [both] = await found('Nordwind', ['de', 'fr', 'ru']);
  expect(both!._score).toBe(plain!._score);
  const [stem] = await found('Mieter', ['de']);
  expect(stem!.matched_queries).toEqual(['text.de']);
});

test.each([
  ['words', Array.from({ length: 999 }, (_, i) => i.toString(36).padStart(3, 'x')).join(' ')],
  ['Chinese characters', String.fromCodePoint(...Array.from({ length: 4_000 }, (_, i) => 0x4e00 + i))],
  ['one long word', 'x'.repeat(4_000)],
  ['signs', '"*:?~()[]{}\\/+-&|!^ '.repeat(200)],
  ['apostrophes', `l'${"'".repeat(3_000)}`],
])('answers a query of 4,000 %s in three languages', async (_, query) => {
  await expect(found(query.slice(0, 4_000), ['de', 'fr', 'ru'])).resolves.toBeInstanceOf(Array);
});

test('leaves out the stems of a language whose analyzer the search engine lacks', async () => {
  const putMapping = ({ index: name }: Parameters<Client['indices']['putMapping']>[0]) =>
    elasticsearch.indices.putMapping({
      index: name,
      properties: { stems: { properties: { xx: { type: 'text', analyzer: 'unheard_of' } } } },
    });
  const indices = Object.create(elasticsearch.indices, { putMapping: { value: putMapping } }) as unknown;
  const client = Object.create(elasticsearch, { indices: { value: indices } }) as Client;
  const rows = [written('Die Verträge', 'de'), written('The leases', 'en')];
  const { stems, ...exact } = rows[0]!;
  expect(stems).toEqual({ de: 'Die Vertrage' });
  expect(await createStemFields(client)(index, rows)).toEqual([exact, rows[1]]);
});

test('a plain Elasticsearch has the analyzer of every language', async () => {
  for (const analyzer of new Set(Object.values(STEM_ANALYZERS)))
    await expect(elasticsearch.indices.analyze({ analyzer, text: 'word' })).resolves.toBeDefined();
});

test.each([
  [{}, []],
  [{ en: 90, zh: 4, yo: 3 }, []],
  [{ en: 90, de: 4, fr: 5, ru: 5, it: 1, es: 0 }, ['fr', 'ru', 'de']],
  [{ constructor: 1, de: 1 }, ['de']],
])('of the languages %j queries look by the stems of %j', (counts: Record<string, number>, expected) => {
  expect(stemLanguages(counts)).toEqual(expected);
});
