import { highlightFields } from '../../../src/product-search/matches/highlight';
import { createRecordMatcher, shareOf } from '../../../src/product-search/matches/match-record';
import { readQueryText, resolveText } from '../../../src/product-search/search/query-text';
import { fieldRow } from '../filters/filter-fields';

const style = { preTag: '<em>', postTag: '</em>', fields: null, snippetChars: 40 };

function snippetOf(title: string, query: string): string {
  const table = { fields: [fieldRow('title', 'text')] };
  const text = resolveText(readQueryText(query, { typos: true }), [], 'alike');
  const { fields } = createRecordMatcher(table, text, shareOf(1))({ title });
  return highlightFields(fields, style).title as string;
}

test('a snippet shows the part of a text with most found words', () => {
  const title = `lamp ${'filler '.repeat(20)}desk lamp ${'filler '.repeat(20)}lamp desk lamp${' end'.repeat(20)}`;
  expect(snippetOf(title, 'desk lamp')).toContain('<em>lamp</em> <em>desk</em> <em>lamp</em>');
});

test('the snippet of a record as large as may be, of nothing but found words, is made', () => {
  const snippet = snippetOf('lamp '.repeat(100_000), 'lamp');
  expect(snippet.replace(/<\/?em>|…/g, '').length).toBeLessThanOrEqual(40);
  expect(snippet).toContain('<em>lamp</em> <em>lamp</em>');
});
