import { blockOfRegion, blocksOf, safeLink } from '../../src/pages/parse/markdown/blocks';

const markdown = [
  '<!-- page 0 -->',
  '',
  '# Harbour pump',
  '',
  '### Safety',
  '',
  'Ground the *pump*\\.',
  '',
  '<!-- page 1 -->',
  '',
  '| Part | Every |',
  '| --- | --- |',
  '| Fïlter | 2 weeks |',
  '',
  '<script>alert(1)</script>',
].join('\n');

test('blocks know their page, and headings have levels without gaps', () => {
  const blocks = blocksOf(markdown);
  expect(blocks.map(({ token, page, level }) => [token.type, page, level])).toEqual([
    ['heading', 0, 2],
    ['heading', 0, 3],
    ['paragraph', 0, 3],
    ['table', 1, 3],
    ['html', 1, 3],
  ]);
});

test('a region is found by its text on its page', () => {
  const blocks = blocksOf(markdown);
  expect(blockOfRegion(blocks, { page: 0, text: 'Ground the pump.' })).toBe(2);
  expect(blockOfRegion(blocks, { page: 1, text: 'Part | Every\nFilter | 2 weeks' })).toBe(3);
  expect(blockOfRegion(blocks, { page: 1, text: 'Ground the pump.' })).toBe(-1);
  expect(blockOfRegion(blocks, { page: 0, text: ' – ' })).toBe(-1);
});

test.each([
  ['https://sheaf.example/a', true],
  ['mailto:a@b.example', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['//host/path', false],
])('only links to the web and to mail addresses are followed: %s', (href, isSafe) => {
  expect(safeLink(href)).toBe(isSafe ? href : null);
});
