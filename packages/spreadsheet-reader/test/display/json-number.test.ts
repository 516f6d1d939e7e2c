import { writeJsonNumber } from '../../src/display/json-number';
import { JsonText } from '../../src/display/json-text';
import { randomNumbers, suiteSeed } from '../../../../test/setup/suite-seed';

const seed = suiteSeed();

function written(value: number): string {
  const out = new JsonText();
  writeJsonNumber(out, value);
  return out.bytes.toString('latin1', 0, out.length);
}

/** Numbers of every size, with few and with many digits. */
function numbers(count: number): number[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, i) => {
    const value = random() * 10 ** Math.floor(random() * 18);
    const places = Math.floor(random() * 7);
    return (i % 2 === 0 ? 1 : -1) * (i % 3 === 0 ? value : Number(value.toFixed(places)));
  });
}

const edges = [
  ...[
    0,
    -0,
    1,
    -1,
    9,
    10,
    99_999,
    100_000,
    999_999_999,
    1e9,
    2 ** 31,
    2 ** 53,
    1e15,
    1e15 - 1,
    1e21,
    1.5e300,
  ],
  ...[0.1, 0.1 + 0.2, 0.0001, 0.00005, 1e-7, 5e-324, 1.005, 214_748.3648, 214_748.3647, 99_999_999_999.9999],
  ...[99_999_999_999_999.5, 999_999_999_999_999.9, 123_456.78, 1_234.5, 1_000.0001, -0.5],
];

it(`a number is written as JSON does, whatever its size and digits (seed ${seed})`, () => {
  const values = [...edges, ...numbers(20_000)];
  expect(values.map(written)).toEqual(values.map((value) => JSON.stringify(value)));
});
