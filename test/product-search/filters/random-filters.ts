import fc from 'fast-check';
import { inches, isoDay, type KnownRecord, type KnownValue, texts } from './known-records';

/** A filter with its meaning: the plain evaluator of the language. */
export interface RandomFilter {
  text: string;
  /** Name of the field of a single condition. */
  field?: string;
  accepts: (record: KnownRecord) => boolean;
}

/** A value as a filter writes it. */
interface Literal {
  text: string;
  equals: (value: KnownValue) => boolean;
  /** -1, 0 or 1 for a value before, at or after it. */
  order?: (value: KnownValue) => number;
}

const dayMs = 86_400_000;

const keyword = (...keywords: string[]) =>
  fc.constantFrom(...keywords.flatMap((word) => [word, word.toLowerCase()]));
const space = fc.constantFrom(' ', '  ', '\n');

function quoted(text: string): fc.Arbitrary<string> {
  return fc
    .constantFrom('"', "'")
    .map((quote) => quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote);
}

const textLiteral = fc
  .constantFrom(...texts, 'HP-4', 'hp4', 'HP 4', 'Black', 'Red', 'Blue', 'http://b.example', 'unknown')
  .chain((text) =>
    quoted(text).map((written): Literal => ({ text: written, equals: (value) => value === text })),
  );

const numbered = (text: string, number: number): Literal => ({
  text,
  equals: (value) => value === number,
  order: (value) => Math.sign((value as number) - number),
});
const numberLiteral = fc.oneof(
  fc.integer({ min: -5, max: 20 }).map((n) => numbered(String(n), n)),
  fc.constantFrom(0.1, 0.3, 19.99).map((n) => numbered(n.toFixed(2), n)),
  fc.constant(numbered('1e9', 1e9)),
  fc.integer({ min: 1_000, max: 1_999 }).map((n) => numbered(`"1,${String(n).slice(1)}.5"`, n + 0.5)),
);
const widthLiteral = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((n) => numbered(String(n), n)),
  fc.integer({ min: 1, max: 40 }).map((n) => numbered(`${n * 10}mm`, n)),
  fc.integer({ min: 1, max: 40 }).map((n) => numbered(`${n} CM`, n)),
  fc.integer({ min: 1, max: 15 }).map((n) => numbered(`${n} in`, inches(n))),
  fc.integer({ min: 1, max: 2 }).map((n) => numbered(`"${n}'"`, inches(12 * n))),
);
const boolLiteral = fc.constantFrom<Literal>(
  { text: 'true', equals: (value) => value === true },
  { text: 'FALSE', equals: (value) => value === false },
  { text: '"no"', equals: (value) => value === false },
);
const during = (text: string, start: number, end: number): Literal => ({
  text,
  equals: (value) => (value as number) >= start && (value as number) < end,
  order: (value) => ((value as number) < start ? -1 : (value as number) >= end ? 1 : 0),
});
const dateLiteral = fc.oneof(
  fc.nat(6).map((day) => {
    const start = Date.parse(isoDay(day));
    return during(isoDay(day), start, start + dayMs);
  }),
  fc.nat(6).map((day) => {
    const start = Date.parse(isoDay(day));
    return during(`"${isoDay(day)}T00:00:00Z"`, start, start + 1);
  }),
  fc.nat(6 * 24).map((hour) => {
    const start = Date.parse(isoDay(0)) + hour * 3_600_000;
    return during(new Date(start).toISOString(), start, start + 1);
  }),
  fc
    .nat(6)
    .map((day) =>
      during(String(Date.parse(isoDay(day)) / 1_000), Date.parse(isoDay(day)), Date.parse(isoDay(day)) + 1),
    ),
);

/** Fields by the values that they take. */
const fields: [name: string, literal: fc.Arbitrary<Literal>, isOrdered: boolean][] = [
  ['brand', textLiteral, false],
  ['tags', textLiteral, false],
  ['`Code (new)`', textLiteral, false],
  ['color', textLiteral, false],
  ['link', textLiteral, false],
  ['variant.size', textLiteral, false],
  ['`maker.home.city`', textLiteral, false],
  ['price', numberLiteral, true],
  ['variant.stock', numberLiteral, true],
  ['width', widthLiteral, true],
  ['released', dateLiteral, true],
  ['in_stock', boolLiteral, false],
];

function plainName(name: string): string {
  return name.replaceAll('`', '');
}

const some = (name: string, test: (value: KnownValue) => boolean) => {
  const plain = plainName(name);
  return ({ values }: KnownRecord) => (values.get(plain) ?? []).some(test);
};

const comparisons: [string, (order: number) => boolean][] = [
  ['<', (order) => order < 0],
  ['<=', (order) => order <= 0],
  ['>', (order) => order > 0],
  ['>=', (order) => order >= 0],
];

/** Names of the fields but for places. */
export const fieldNames = fields.map(([name]) => plainName(name));

const field = fc.constantFrom(...fields);

const equality = field.chain(([name, literal]) =>
  fc
    .tuple(literal, fc.constantFrom('=', '!='), fc.constantFrom('', ' '))
    .map(([value, operator, gap]): RandomFilter => {
      const equal = some(name, value.equals);
      return {
        text: `${name}${gap}${operator}${gap}${value.text}`,
        field: plainName(name),
        accepts: (record) => equal(record) === (operator === '='),
      };
    }),
);
const list = field.chain(([name, literal]) =>
  fc
    .tuple(fc.array(literal, { minLength: 1, maxLength: 5 }), fc.boolean(), keyword('IN'), space)
    .map(([values, isNegated, word, gap]): RandomFilter => {
      const equal = some(name, (value) => values.some(({ equals }) => equals(value)));
      return {
        text: `${name} ${isNegated ? 'NOT ' : ''}${word}${gap}[${values.map(({ text }) => text).join(`,${gap}`)}]`,
        field: plainName(name),
        accepts: (record) => equal(record) !== isNegated,
      };
    }),
);
const ordered = fc.constantFrom(...fields.filter(([, , isOrdered]) => isOrdered));
const comparison = ordered.chain(([name, literal]) =>
  fc.tuple(literal, fc.constantFrom(...comparisons)).map(([value, [operator, test]]): RandomFilter => ({
    text: `${name} ${operator} ${value.text}`,
    field: plainName(name),
    accepts: some(name, (each) => test(value.order!(each))),
  })),
);
const range = ordered.chain(([name, literal]) =>
  fc.tuple(literal, literal, fc.constantFrom('..', ' .. ')).map(([from, to, dots]): RandomFilter => ({
    text: `${name} ${from.text}${dots}${to.text}`,
    field: plainName(name),
    accepts: some(name, (each) => from.order!(each) >= 0 && to.order!(each) <= 0),
  })),
);
const existence = fc
  .tuple(
    fc.constantFrom(...fields.map(([name]) => name), 'place', 'variant'),
    keyword('EXISTS', 'NOT EXISTS'),
  )
  .map(([name, word]): RandomFilter => {
    const names = name === 'variant' ? ['variant.size', 'variant.stock'] : [name];
    const isNegated = /not/i.test(word);
    return {
      text: `${name} ${word}`,
      field: plainName(name),
      accepts: (record) => names.some((each) => some(each, () => true)(record)) !== isNegated,
    };
  });
const box = fc
  .tuple(
    fc.integer({ min: -81, max: 80 }),
    fc.integer({ min: -81, max: 80 }),
    fc.integer({ min: -179, max: 178 }),
    fc.integer({ min: -179, max: 178 }),
  )
  .map(([a, b, west, east]): RandomFilter => {
    // Places have whole degrees, so that none is on an edge.
    const [south, north] = [Math.min(a, b) + 0.5, Math.max(a, b) + 0.5];
    return {
      text: `_geo_box(${a + 0.5}, ${west + 0.5}, ${b + 0.5}, ${east + 0.5})`,
      accepts: some('place', (value) => {
        const { lat, lon } = value as { lat: number; lon: number };
        const isBetween = west <= east ? lon > west && lon < east + 1 : lon > west || lon < east + 1;
        return lat > south && lat < north && isBetween;
      }),
    };
  });
const radius = fc
  .tuple(
    fc.integer({ min: -80, max: 80 }),
    fc.integer({ min: -179, max: 179 }),
    fc.integer({ min: 1, max: 18_000 }),
  )
  .map(([lat, lon, kilometers]): RandomFilter => ({
    text: `_geo_radius(${lat}, ${lon}, ${kilometers * 1_000})`,
    accepts: some(
      'place',
      (value) => meters({ lat, lon }, value as { lat: number; lon: number }) <= kilometers * 1_000,
    ),
  }));

/** Single conditions. */
export const condition = fc.oneof(equality, list, comparison, range, existence, box, radius);

/** Filters of the whole language, with what they mean. */
export const randomFilter: fc.Arbitrary<RandomFilter> = fc.letrec<{ filter: RandomFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    condition,
    fc.tuple(tie('filter'), tie('filter'), keyword('AND'), space).map(([a, b, word, gap]): RandomFilter => ({
      text: `(${a.text})${gap}${word} (${b.text})`,
      accepts: (record) => a.accepts(record) && b.accepts(record),
    })),
    fc.tuple(tie('filter'), tie('filter'), keyword('OR'), space).map(([a, b, word, gap]): RandomFilter => ({
      text: `(${a.text})${gap}${word} (${b.text})`,
      accepts: (record) => a.accepts(record) || b.accepts(record),
    })),
    fc.tuple(condition, condition, condition, fc.boolean()).map(([a, b, c, isFirst]): RandomFilter => ({
      text: isFirst ? `${a.text} OR ${b.text} AND NOT ${c.text}` : `${a.text} AND ${b.text} OR NOT ${c.text}`,
      accepts: (record) =>
        isFirst
          ? a.accepts(record) || (b.accepts(record) && !c.accepts(record))
          : (a.accepts(record) && b.accepts(record)) || !c.accepts(record),
    })),
    fc.tuple(tie('filter'), keyword('NOT')).map(([a, word]): RandomFilter => ({
      text: `${word} (${a.text})`,
      accepts: (record) => !a.accepts(record),
    })),
  ),
})).filter;

/** Great-circle distance by the haversine formula, on a sphere with the mean radius of the earth. */
function meters(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const h = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lon, b.lon);
  return 2 * 6_371_008.7714 * Math.asin(Math.min(1, Math.sqrt(h)));
}
