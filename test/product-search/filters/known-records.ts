import fc from 'fast-check';
import { type ObjectSettings } from '../../../src/domain/products/settings';

/** Values of a field as a filter has to see them: numbers in the unit of the field, dates in milliseconds. */
export type KnownValue = string | number | boolean | { lat: number; lon: number };

/** A record, and what its fields hold. */
export interface KnownRecord {
  id: string;
  record: Record<string, unknown>;
  values: ReadonlyMap<string, readonly KnownValue[]>;
}

const sizes = ['M', 'L', 'XL'];
const lines = ['Home', 'Garden', 'Office'];
const colors = ['Black', 'Gray', 'Red'];
const links = ['https://a.example/x?y="z"', 'http://b.example'];
const codes = ['HP-4', 'hp4', 'HP 4', '12', 'ÄB/1'];

/** Types of the fields that records have; names with dots are nested. */
export const settings: ObjectSettings = {
  fields: {
    brand: { type: 'keyword' },
    line: { type: 'keyword' },
    tags: { type: 'keyword', list: true },
    'Code (new)': { type: 'identifier' },
    color: { type: 'enum', values: colors },
    link: { type: 'url' },
    price: { type: 'number' },
    width: { type: 'number', unit: 'cm' },
    in_stock: { type: 'bool' },
    released: { type: 'date' },
    place: { type: 'geo' },
    'variant.size': { type: 'keyword' },
    'variant.stock': { type: 'number' },
    'maker.home.city': { type: 'keyword' },
  },
};

/** Texts that hold what could be taken for grammar. */
export const texts = [
  'Acme', 'acme', 'Bolt & Co', '"', "it's", ' OR price > 0', '\\', 'a\\"b', '*', '?', 'a.b', 'Größe', '日本', '0', '1.10', 'true',
  '2024-05-01', ') AND (', ']', '`', 'a\nb', '😀', 'M', 'L', 'XL',
]; // prettier-ignore

const dayMs = 86_400_000;
const firstDay = Date.UTC(2024, 4, 1);

/** A value as a record writes it, and as a filter sees it; undefined where it sees none. */
type Written = [json: unknown, known?: KnownValue];

const plain = (value: KnownValue): Written => [value, value];
/** Members that hold nothing. */
const nothing = fc.constantFrom<Written>([null], [''], ['  '], [[]]);

const text = fc.constantFrom(...texts).map(plain);
const size = fc.constantFrom(...sizes).map(plain);
const number = fc.oneof(
  fc.integer({ min: -5, max: 20 }).map(plain),
  fc.constantFrom(0.1, 0.3, 19.99, 1e9).map(plain),
  fc
    .integer({ min: 1_000, max: 2_000 })
    .map((n): Written => [`1,${String(n).slice(1)}.50`, 1_000 + (n % 1_000) + 0.5]),
  fc.constant<Written>(['call us']),
);
const width = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map(plain),
  fc.integer({ min: 1, max: 40 }).map((n): Written => [`${n * 10} mm`, n]),
  fc.integer({ min: 1, max: 15 }).map((n): Written => [`${n}"`, inches(n)]),
  fc.constant<Written>(['3 kg']),
);
const truth = fc.constantFrom<Written>(plain(true), plain(false), ['yes', true], ['no', false], ['perhaps']);
const date = fc.oneof(
  fc.nat(6).map((day): Written => [isoDay(day), firstDay + day * dayMs]),
  fc.nat(7 * dayMs).map((ms): Written => [new Date(firstDay + ms).toISOString(), firstDay + ms]),
  fc.nat(6).map((day): Written => [(firstDay + day * dayMs) / 1_000, firstDay + day * dayMs]),
  fc.constant<Written>(['soon']),
);
const place = fc
  .record({ lat: fc.integer({ min: -80, max: 80 }), lon: fc.integer({ min: -179, max: 179 }) })
  .map((point): Written => [{ lat: point.lat, lng: point.lon }, point]);
const color = fc.oneof(fc.constantFrom(...colors).map(plain), fc.constant<Written>(['Blue']));
const link = fc.constantFrom(...links).map(plain);
const code = fc.constantFrom(...codes).map(plain);

/** A member with one value, several in a list, nothing, or not there. */
function member(value: fc.Arbitrary<Written>): fc.Arbitrary<Written[] | null> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.array(value, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(fc.oneof(value, nothing), { minLength: 2, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(nothing, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

const members = fc.record({
  brand: member(text),
  line: fc.option(fc.constantFrom(...lines).map((value): Written[] => [plain(value)])),
  tags: member(text),
  'Code (new)': member(code),
  color: member(color),
  link: member(link),
  price: member(number),
  width: member(width),
  in_stock: member(truth),
  released: member(date),
  place: member(place),
  variants: fc.array(fc.record({ size: member(size), stock: member(number) }), { maxLength: 3 }),
  city: member(text),
});

/** The `n`th of a list of texts, which begins anew at its end. */
const nth = (list: readonly string[], n: number): Written[] => [plain(list[n % list.length]!)];

/** Members of the first records, so that some record has each text that a test speaks of. */
function firstMembers(n: number) {
  return {
    brand: nth(texts, n),
    line: nth(lines, n),
    tags: nth(texts, n),
    'Code (new)': nth(codes, n),
    color: nth(colors, n),
    link: nth(links, n),
    in_stock: [plain(n % 2 === 0)],
    variants: [{ size: nth(sizes, n), stock: [plain(n)] }],
    city: nth(texts, n),
  };
}

/**
 * Random records of every type of field, the same for the same seed; the first `texts.length` have every
 * text.
 */
export function knownRecords(count: number, seed: number): KnownRecord[] {
  const random = fc.sample(members, { numRuns: count, seed });
  return random.map((drawn, n) => {
    const { variants, city, ...top } = n < texts.length ? { ...drawn, ...firstMembers(n) } : drawn;
    const id = `r${n}`;
    const values = new Map<string, KnownValue[]>();
    const note = (name: string, written: Written[] | null): unknown => {
      if (written === null) return undefined;
      const known = written.flatMap(([, value]) => (value === undefined ? [] : [value]));
      values.set(name, [...(values.get(name) ?? []), ...known]);
      return written.length === 1 ? written[0]![0] : written.map(([json]) => json);
    };
    const record = {
      id,
      ...Object.fromEntries(Object.entries(top).map(([name, written]) => [name, note(name, written)])),
      variant: variants.map((variant) => ({
        size: note('variant.size', variant.size),
        stock: note('variant.stock', variant.stock),
      })),
      maker: { home: [{ city: note('maker.home.city', city) }] },
    };
    return { id, record: JSON.parse(JSON.stringify(record)) as Record<string, unknown>, values };
  });
}

/** The day so many days after the first, as `YYYY-MM-DD`. */
export function isoDay(day: number): string {
  return new Date(firstDay + day * dayMs).toISOString().slice(0, 10);
}

/** Inches in centimetres. */
export function inches(n: number): number {
  return Number((n * 2.54).toPrecision(12));
}
