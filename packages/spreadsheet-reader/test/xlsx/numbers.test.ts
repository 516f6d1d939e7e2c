import fc from 'fast-check';
import { type NumberScan, parseDecimal, scanNumber } from '../../src/xlsx/rows/number-scan';
import { suiteSeed } from '../../../../test/setup/suite-seed';

const seed = suiteSeed();

const scan: NumberScan = { end: 0 };

/** The number of a cell with this text, read the quick way or, where that declines, the slow one. */
function numberOf(text: string): { value: number; quick: boolean } {
  const bytes = Buffer.alloc(text.length + 64);
  bytes.write(`${text}</v>`, 'latin1');
  const value = scanNumber(scan, bytes, 0);
  const quick = !Number.isNaN(value) && scan.end === text.length;
  return { value: quick ? value : parseDecimal(text), quick };
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength, maxLength });

describe('numbers', () => {
  const spellings = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => value.toPrecision(17)),
    fc.double({ min: 0, max: 1e15, noNaN: true }).map((value) => value.toFixed(3)),
    fc.tuple(digits(1, 12), digits(0, 12)).map(([whole, fraction]) => `${whole}.${fraction}`),
    fc
      .tuple(digits(1, 19), fc.integer({ min: -30, max: 30 }))
      .map(([whole, exponent]) => `-${whole}E${exponent}`),
    // Halfway between two doubles, where a rounding that is nearly right goes wrong.
    fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n }).map((half) => `${half * 2n + 1n}e-4`),
  );

  it(`are the nearest doubles, however they are spelled (seed ${seed})`, () => {
    fc.assert(
      fc.property(spellings, (text) => {
        const expected = Number(text);
        expect(numberOf(text).value).toBe(expected === 0 ? 0 : expected);
      }),
      { seed, numRuns: 20_000 },
    );
  });

  it.each([
    '0',
    '7',
    '-1.5',
    '123456789',
    '0.1',
    '1234567890.12',
    '0.30000000000000004',
    '1.5E-7',
    '2e3',
    '5.',
  ])('are read the quick way when spelled like %s', (text) => {
    expect(numberOf(text)).toEqual({ value: Number(text), quick: true });
  });

  it.each([
    '',
    '-',
    '.',
    '-.',
    'abc',
    '1x',
    '0x10',
    '1e',
    '1e+',
    '--1',
    '1.2.3',
    '1,5',
    'NaN',
    'Infinity',
    '1e999',
    '１',
  ])('are not %j', (text) => {
    expect(numberOf(text).value).toBeNaN();
  });

  it.each([
    ['+5', 5],
    ['.5', 0.5],
    [' 12 ', 12],
    ['-0', 0],
    ['-0.0', 0],
    ['00012', 12],
    ['1e-400', 0],
  ])('are also spelled %j', (text, value) => {
    expect(numberOf(text).value).toBe(value);
  });
});
