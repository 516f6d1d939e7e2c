import fc from 'fast-check';
import { addExactly, roundedSum } from '../../../../src/parsing/spreadsheet/facts/exact-sum';
import { suiteSeed } from '../../../setup/suite-seed';

const seed = suiteSeed();

/** Exact value of a double, times 2^1074. */
function scaledOf(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const size = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return value < 0 ? -size : size;
}

const double = fc.oneof(
  fc.double({ noNaN: true, min: -1e300, max: 1e300 }),
  fc.double({ noNaN: true, min: -10, max: 10 }),
  fc.constantFrom(1e16, -1e16, 1, -1, 2 ** -53, -(2 ** -53), 2 ** -106, 0.1, 5e-324),
);

it(`doubles add up to the double that is nearest to their exact sum (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(double, { maxLength: 40 }), (values) => {
      const parts: number[] = [];
      for (const value of values) addExactly(parts, value);
      const exact = values.reduce((sum, value) => sum + scaledOf(value), 0n);
      expect(parts.reduce((sum, part) => sum + scaledOf(part), 0n)).toBe(exact);
      const found = roundedSum(parts);
      const distance = (value: number) => {
        const difference = scaledOf(value) - exact;
        return difference < 0n ? -difference : difference;
      };
      const step = Math.max(5e-324, Math.abs(found) * 2 ** -53);
      for (const neighbour of [found + step, found - step])
        expect(distance(found) <= distance(neighbour)).toBe(true);
    }),
    { seed, numRuns: 2_000 },
  );
});
