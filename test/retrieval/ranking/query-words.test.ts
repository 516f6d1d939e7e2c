import { Client } from '@elastic/elasticsearch';
import { foldedText } from '../../../src/domain/platform/folded-text';
import { queryWords } from '../../../src/retrieval/ranking';
import { chunkAnalysis, TEXT_ANALYZERS } from '../../../src/stores/documents/search-index/analysis';
import { servers } from '../../setup/servers';

const index = `query-words-${process.pid}`;
let elasticsearch: Client;
beforeAll(async () => {
  elasticsearch = new Client({ node: servers().elasticsearchUrl });
  await elasticsearch.indices.create({ index, settings: { analysis: chunkAnalysis } });
});
afterAll(async () => {
  await elasticsearch.indices.delete({ index });
  await elasticsearch.close();
});

test.each([
  'The tenant’s obligations are renewed yearly, without notice',
  'red,green,blue; 3.14 and 1,000 or e-mail: snake_case',
  '北京大学位于海淀区',
  '東京タワーはテレビの塔です。',
  '서울대학교에서 공부합니다',
  'Договор аренды заключён в Москве.',
  'café Übersicht für Zoë',
  'mixed 北京 and 大 words',
  '...!?',
])('words are counted as the search index counts them: %s', async (text) => {
  const { tokens = [] } = await elasticsearch.indices.analyze({
    index,
    analyzer: TEXT_ANALYZERS.asked,
    text: foldedText(text),
  });
  expect(queryWords(text)).toEqual({ all: tokens.length, used: tokens.length });
});

test('of many words the first 160 are used; stop words count where there is nothing else', () => {
  const many = (word: string, count: number) => Array.from({ length: count }, () => word).join(' ');
  expect(queryWords(`${many('the', 500)} ${many('pump', 160)}`)).toEqual({ all: 160, used: 160 });
  expect(queryWords(many('pump', 161))).toEqual({ all: 161, used: 160 });
  expect(queryWords(many('the', 161))).toEqual({ all: 161, used: 160 });
  expect(queryWords('字'.repeat(162))).toEqual({ all: 161, used: 160 });
});
