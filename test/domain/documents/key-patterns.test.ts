import { keyCondition } from '../../../src/domain/documents/key-patterns';

const matches = (pattern: string, key: string) => keyCondition([pattern], [])(key);

test.each([
  ['*.pdf', 'a.pdf', true],
  ['*.pdf', 'hr/old/a.pdf', true],
  ['*.pdf', 'a.pdf/readme.txt', false],
  ['*.PDF', 'a.pdf', false],
  ['a?c', 'abc', true],
  ['a?c', 'a😀c', true],
  ['a?c', 'ac', false],
  ['hr/*.pdf', 'hr/a.pdf', true],
  ['hr/*.pdf', 'hr/old/a.pdf', false],
  ['hr/*.pdf', 'x/hr/a.pdf', false],
  ['**/draft/**', 'draft/a', true],
  ['**/draft/**', 'x/y/draft/z/a', true],
  ['**/draft/**', 'drafts/a', false],
  ['hr/**/a', 'hr/a', true],
  ['hr/**/a', 'hr/1/2/a', true],
  ['hr/**/a', 'hr/1/2/b', false],
  ['draft/', 'draft/1/a', true],
  ['draft/', 'x/draft/a', false],
  ['[ab]', 'a', false],
  ['[ab]', '[ab]', true],
  ['a.c', 'abc', false],
  ['**', 'anything.txt', true],
  ['*', '', true],
])('%s and %s: %s', (pattern, key, expected) => {
  expect(matches(pattern, key)).toBe(expected);
});

test('no pattern lets every key through, and an exclusion has the last word', () => {
  expect(keyCondition([], [])('a')).toBe(true);
  const condition = keyCondition(['*.pdf', '*.txt'], ['**/draft/**']);
  expect(['a.pdf', 'b/a.txt', 'a.docx', 'b/draft/a.pdf'].map(condition)).toEqual([true, true, false, false]);
});

test('a pattern that would make a backtracking matcher try for ever is answered', () => {
  const key = `${'a'.repeat(1_000)}b`;
  expect(matches('*a'.repeat(100), key)).toBe(false);
  expect(matches(`${'**/a/'.repeat(40)}c`, `${'a/'.repeat(500)}b`)).toBe(false);
});
