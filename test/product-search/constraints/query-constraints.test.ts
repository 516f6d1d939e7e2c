import { type FieldTable } from '../../../src/domain/products/field-table';
import { addRecord, createSummary, declaredFields, inferFieldTable } from '../../../src/product-search';
import { readConstraints } from '../../../src/product-search/constraints/query-constraints';
import { SHOPPER_QUERIES } from './amounts-of-shoppers';
import { WRITTEN_QUERIES } from './written-queries';

const units = {
  length: 'm', weight: 'kg', volume: 'l', area: 'm²', storage: 'GB', power: 'W', voltage: 'V', current: 'A',
  charge: 'mAh', frequency: 'GHz', pressure: 'bar', energy: 'kWh', speed: 'km/h', rate: 'Mbit/s', time: 'h',
  temperature: '°C',
}; // prettier-ignore

/** Table of an index with these number fields and their units; null for none. */
function tableOf(fields: Record<string, string | null>): FieldTable {
  const settings = {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, unit]) => [
        name,
        { type: 'number' as const, ...(unit === null ? {} : { unit }) },
      ]),
    ),
  };
  const summary = createSummary(declaredFields(settings));
  const values = Object.fromEntries(Object.keys(fields).map((name) => [name, 1]));
  addRecord(summary, { id: 'a', title: 'A title', ...values });
  return inferFieldTable(summary, { settings, idField: 'id' }).table;
}

const constraintsOf = (query: string, table: FieldTable) =>
  readConstraints(query, table, 'ranking').map(({ text, parts }) =>
    [
      text,
      ...parts
        .flat()
        .flatMap(({ field, asked }) =>
          asked.map(({ op, value }) => `${field.name} ${op} ${Number(value.toPrecision(6))}`),
        ),
    ].join(': '),
  );

const everything = tableOf({ ...units, price: null });

describe.each(Object.entries(WRITTEN_QUERIES))('queries %s', (_, queries) => {
  test.each(queries)('%s', (query, ...constraints) => {
    const expected = constraints.map((text) =>
      text.replace(/(?<== )[\d.e-]+/g, (value) => String(Number(Number(value).toPrecision(6)))),
    );
    expect(constraintsOf(query, everything)).toEqual(expected);
  });
});

test('the written queries are at least 150', () => {
  expect(Object.values(WRITTEN_QUERIES).flat().length).toBeGreaterThanOrEqual(150);
});

describe('queries of shoppers in seven languages', () => {
  const money = tableOf({ ...units, price: 'EUR' });
  const usd = tableOf({ ...units, price: 'USD' });
  const rounded = (text: string) =>
    text.replace(/(?<== )-?[\d.e-]+/g, (value) => String(Number(Number(value).toPrecision(5))));
  const read = (query: string) => {
    const table = /\$|usd|dollar/i.test(query) ? usd : money;
    return constraintsOf(query, table).map(rounded);
  };
  const outcomes = SHOPPER_QUERIES.map(([query, ...expected]) => {
    const found = read(query);
    const isRight = JSON.stringify(found) === JSON.stringify(expected.map(rounded));
    const isWrong = !isRight && found.length > 0;
    return { query, expected, found, isRight, isWrong };
  });
  const named = outcomes.filter(({ expected }) => expected.length > 0);

  it('are at least 120', () => {
    expect(SHOPPER_QUERIES.length).toBeGreaterThanOrEqual(120);
  });

  it('are read to at least 98 percent where they name an amount', () => {
    const missed = named.filter(({ isRight }) => !isRight);
    expect({ missed: missed.length > named.length * 0.02 ? missed : [] }).toEqual({ missed: [] });
  });

  it('are read wrong in at most one percent', () => {
    const wrong = outcomes.filter(({ isWrong }) => isWrong);
    expect({ wrong: wrong.length > outcomes.length * 0.01 ? wrong : [] }).toEqual({ wrong: [] });
  });
});

describe('amounts and fields', () => {
  test.each<[string, string, Record<string, string | null>, string, string[]]>([
    ['every field of the quantity', 'in its unit', { width: 'cm', depth_m: 'm' }, 'desk 2 m', ['2 m: width = 200: depth_m = 2']],
    ['the field that a dimension names', 'with that word', { width: 'cm', height: 'cm' }, 'desk under 2 ft wide', ['under 2 ft wide: width <= 60.96']],
    ['the field that a dimension names', 'before it', { width: 'cm', height: 'cm' }, 'height: 1 m desk', ['height: 1 m: height = 100']],
    ['the field that a dimension names', 'in German', { Breite: 'cm', Höhe: 'cm' }, 'Tisch 80 cm breit', ['80 cm breit: Breite = 80']],
    ['the field that a dimension names', 'in French', { largeur: 'cm', hauteur: 'cm' }, 'table 80 cm de large', ['80 cm de large: largeur = 80']],
    ['the field that a dimension names', 'in Spanish', { ancho: 'cm', alto: 'cm' }, 'mesa 80 cm de ancho', ['80 cm de ancho: ancho = 80']],
    ['the field whose name has the word beside it', 'which stays a word', { ram_gb: 'GB', ssdGb: 'GB' }, '16gb ram 1tb ssd', ['16gb: ram_gb = 16', '1tb: ssdGb = 1000']],
    ['every field where no name has the word', '', { width: 'cm', height: 'cm' }, 'desk 80 cm long', ['80 cm: width = 80: height = 80']],
    ['ounces of weight first', '', { weight: 'g', volume: 'ml' }, '8 oz', ['8 oz: weight = 226.796185']],
    ['ounces of volume else', '', { volume: 'ml' }, '8 oz', ['8 oz: volume = 236.5882365']],
    ['prices in the currency of the query', '', { price: 'USD', cost: 'EUR' }, 'under 60 €', ['under 60 €: cost <= 60']],
    ['prices in the currency of the query', 'by its name', { price: 'USD', cost: 'EUR' }, 'under 60 dollars', ['under 60 dollars: price <= 60']],
    ['prices in every currency', 'for a plain number', { price: 'USD', cost: 'EUR' }, 'hoodie under 60', ['under 60: price <= 60: cost <= 60']],
    ['no field of another quantity', '', { width: 'cm' }, 'rice 2 kg', []],
    ['no field without a unit', '', { pages: null }, 'book under 300', []],
  ])('are compared with %s %s', (_, __, fields, query, constraints) => {
    const table = tableOf(fields);
    expect(constraintsOf(query, table)).toEqual(
      constraints.map((text) => text.replace(/(?<== )[\d.]+/g, (value) => String(Number(Number(value).toPrecision(6))))),
    );
  }); // prettier-ignore

  it('are not read from fields that cannot be filtered, and not where the search says so', () => {
    const table = tableOf({ width: 'cm' });
    const fields = table.fields.map((row) => ({ ...row, filterable: false }));
    expect(readConstraints('desk 2 m', { fields }, 'ranking')).toEqual([]);
    expect(readConstraints('desk 2 m', table, 'off')).toEqual([]);
  });

  it('have a tolerance of two percent, or of one degree', () => {
    const table = tableOf({ width: 'cm', heat: '°C' });
    const rangeOf = (query: string) =>
      readConstraints(query, table, 'ranking')[0]!.parts.map(([fits]) => [fits!.gte, fits!.lte]);
    expect(rangeOf('1 m')).toEqual([[98, 102]]);
    expect(rangeOf('oven 0 °C')).toEqual([[-1, 1]]);
    expect(rangeOf('freezer -18°C')).toEqual([[-19, -17]]);
    expect(rangeOf('up to 1 m')).toEqual([[undefined, 100]]);
  });

  it('are read in bounded time from the worst texts', () => {
    const worst = ['1 x '.repeat(128), '1,'.repeat(256), ' '.repeat(512), '1-'.repeat(256), `${'9'.repeat(511)}m`, 'under '.repeat(85), '1 m x '.repeat(85), '$1'.repeat(256), 'a b '.repeat(128)]; // prettier-ignore
    for (const query of worst) expect(readConstraints(query, everything, 'ranking').length).toBeLessThanOrEqual(5);
  }); // prettier-ignore
});
