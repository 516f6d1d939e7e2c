import {
  isKeptNumber,
  parseWithLongNumbersAsText,
  parseWithLongNumbersInfinite,
  rewriteNumbers,
} from '../../../src/domain/platform/exact-json';

test.each([
  ['0', true],
  ['-0.0', true],
  ['1e21', true],
  ['1000000000000000000000', true],
  ['1.50', true],
  ['0.1234567890123456789', true],
  ['9.999999999999998', true],
  ['9007199254740991', true],
  ['9007199254740992', true],
  ['9007199254740993', false],
  ['-9007199254740993', false],
  ['9007199254740993.0', false],
  ['900719925474099.3e1', false],
  ['1610521604143693812', false],
  ['1610521604143693800', true],
  ['1e400', false],
  ['-1e400', false],
  ['123456789012345678901234567890', false],
  ['1e-400', true],
])('%s is kept by a double: %s', (written, expected) => {
  expect(isKeptNumber(written)).toBe(expected);
});

test('numbers that are not kept become texts, wherever they stand, and nothing else changes', () => {
  const text =
    '{"a":1610521604143693812,"b":["1610521604143693813",-9007199254740993 ,1e400],"c\\"1610521604143693814":{"d":12.50,"e":"\\\\"},"f":1610521604143693800}';
  expect(parseWithLongNumbersAsText(text)).toEqual({
    a: '1610521604143693812',
    b: ['1610521604143693813', '-9007199254740993', '1e400'],
    'c"1610521604143693814': { d: 12.5, e: '\\' },
    f: 1610521604143693800,
  });
  expect(parseWithLongNumbersInfinite('[1610521604143693812,1e400,7]')).toEqual([Infinity, Infinity, 7]);
});

test('what is no JSON stays none', () => {
  for (const text of ['0123456789012345678', '[1610521604143693812', '"1610521604143693812', '1e400e4'])
    expect(() => parseWithLongNumbersAsText(text)).toThrow(SyntaxError);
});

test('a text of many quotes and escapes is read in its length', () => {
  const text = JSON.stringify(['\\"'.repeat(100_000), 'x']);
  expect(rewriteNumbers(text, () => 'y')).toBe(text);
});
