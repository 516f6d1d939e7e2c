import { plainText } from '../../../src/product-search/values/plain-text';

test.each([
  ['<p>Warm &amp; dry</p><p>Two-tone</p>', 'Warm & dry Two-tone'],
  ['<ul><li>a</li><li>b</li></ul>', 'a b'],
  ['one<br/>two<BR>three', 'one two three'],
  ['wa<b>ter</b>proof', 'waterproof'],
  ['caf&eacute; &#233; &#xE9; &bull; &nbsp;', 'café é é • \u00a0'],
  ['<script>var a = "b";</script>hood<style>p{}</style>', 'hood'],
  ['a<!-- <b>secret</b> -->b', 'a b'],
  ['<a href="x" title="y">link</a>', 'link'],
])('%s shows %s', (html, text) => {
  expect(plainText(html)).toBe(text);
});

test.each([
  'a < b & c > d',
  '5<6',
  'x <3 y',
  'AT&T',
  'R&D; and more',
  'plain',
  '<never ends',
  'Wi-Fi <Router> & "hub"',
  'a <size> b',
  'if a <b',
])('%s is no HTML', (text) => {
  expect(plainText(text)).toBe(text);
});

test('hostile HTML is read in linear time', () => {
  const size = 100_000;
  for (const piece of ['<script>', '<p', '<b>', '<!--', '</', '&amp', '<style>', '< '])
    expect(plainText(piece.repeat(size)).length).toBeLessThanOrEqual(piece.length * size);
});
