import { maskSecrets, shownBytesMax, shownPart } from '../../src/webhooks';

describe('the part of a body that is shown', () => {
  it.each([
    ['nothing', '', ''],
    ['a short text', 'ok', 'ok'],
    ['as much as is shown', 'x'.repeat(shownBytesMax), 'x'.repeat(shownBytesMax)],
    ['more', 'x'.repeat(shownBytesMax + 1), 'x'.repeat(shownBytesMax)],
    ['characters of two bytes', 'ü'.repeat(800), 'ü'.repeat(512)],
    ['a character that does not fit', `${'x'.repeat(1_022)}€`, 'x'.repeat(1_022)],
    ['a character of two units that does not fit', `${'x'.repeat(1_021)}😀`, 'x'.repeat(1_021)],
    ['a character of two units across the bound', `${'x'.repeat(1_023)}😀😀`, 'x'.repeat(1_023)],
  ])('%s', (_, body, shown) => {
    expect(shownPart(body)).toBe(shown);
  });
});

it.each([
  ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=', 'v1,…'],
  ['{"sig":"v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="}', '{"sig":"v1,…"}'],
  ['sig=v1%2CK5oZfzN95Z9UVu1EsfQm%2FVNQ%3D&x=1', 'sig=v1,…&x=1'],
  ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', 'whsec_…'],
  ['v1,2,3 are versions', 'v1,2,3 are versions'],
  ['rev1,000000000 stays', 'rev1,000000000 stays'],
])('%s is shown as %s', (answer, shown) => {
  expect(maskSecrets(answer)).toBe(shown);
});
