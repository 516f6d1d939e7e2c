import { type ObjectSettings } from '../../../src/domain/products/settings';
import {
  addRecord,
  createDocumentWriter,
  createSummary,
  declaredFields,
  inferFieldTable,
} from '../../../src/product-search';

/** Documents of records by the table that they and the settings give, and the warnings of the build. */
function documentsOf(settings: ObjectSettings, records: readonly object[]) {
  const summary = createSummary(declaredFields(settings));
  for (const record of records) addRecord(summary, record);
  const { table, jobWarnings } = inferFieldTable(summary, { settings, idField: null });
  const write = createDocumentWriter(table, settings);
  const columnOf = (name: string) => table.fields.find(({ path }) => path.join('.') === name)!.column!;
  const documents = records.map(
    (record, n) =>
      JSON.parse(
        write({ recordId: `r${n}`, text: JSON.stringify(record) }).body({ group: null, vector: null }),
      ) as Record<string, unknown>,
  );
  return { documents, columnOf, jobWarnings };
}

describe('a field that settings say is no list', () => {
  const settings: ObjectSettings = { fields: { color: { type: 'keyword', list: false } } };
  const records = [{ color: 'red' }, { color: ['blue'] }, { color: ['green', 'grey'] }];

  it('has no value in its column for a list of more than one, whose words are searched', () => {
    const { documents, columnOf } = documentsOf(settings, records);
    expect(documents.map((document) => document[columnOf('color')])).toEqual([['red'], ['blue'], undefined]);
    expect(JSON.stringify(documents[2]!.t3)).toMatch(/green.*grey/);
  });

  it('has its lists counted in a warning', () => {
    expect(documentsOf(settings, records).jobWarnings).toContainEqual({
      code: 'BAD_VALUES',
      message: expect.stringMatching(/^2 of 3 values of color are lists/) as string,
    });
    expect(documentsOf({ fields: { color: { type: 'keyword' } } }, records).jobWarnings).toEqual([]);
  });
});

describe('a value of another shape than its field', () => {
  const records = [
    ...Array.from({ length: 60 }, (_, n) => ({ brand: `Acme ${n % 3}`, size: { w: n } })),
    { brand: { name: 'Bolt', of: ['Core'] }, size: 'twelve inches', owner: 'x' },
    { brand: 'Acme 1', size: { w: 2 }, owner: { of: 'y' } },
  ];

  it('is searched by its texts, and is in no column', () => {
    const { documents, columnOf } = documentsOf({ fields: { size: {} } }, records);
    expect(documents[60]).toMatchObject({ t3: ['bolt', 'core', 'twelve inch', 'x'] });
    expect(documents[60]).not.toHaveProperty(columnOf('brand'));
  });

  it('is counted in a warning', () => {
    const { jobWarnings } = documentsOf({}, records);
    const messages = jobWarnings.map(({ message }) => message);
    expect(messages).toEqual([
      '1 of 62 values of brand are no enum. They are left empty.',
      '1 of 62 values of size are no objects. They are left empty.',
      expect.stringMatching(/^owner is read as text/),
    ]);
  });

  it('is not searched in a field that is not', () => {
    const settings: ObjectSettings = {
      fields: { size: { searchable: false }, brand: { searchable: false } },
    };
    const { documents } = documentsOf(settings, records);
    expect(documents[60]).toMatchObject({ t3: ['x'] });
    const lists = documentsOf({ acl: { field: 'size', deny_field: 'brand' } }, records);
    expect(lists.documents[60]).toMatchObject({ t3: ['x'] });
  });
});

describe('values that are too long', () => {
  const long = 'x'.repeat(32_767);
  const fits = '€'.repeat(8_191);

  it('for a column have none, for a term are no code, and the longest that fit are kept', () => {
    const settings: ObjectSettings = { fields: { code: { type: 'identifier' }, label: { type: 'keyword' } } };
    const { documents, columnOf } = documentsOf(settings, [
      { code: long, label: long },
      { code: 'x'.repeat(32_766), label: fits },
      { code: 'X1', label: `${fits}€` },
    ]);
    expect(documents[0]).toMatchObject({ x: [] });
    expect(documents[0]).not.toHaveProperty(columnOf('label'));
    expect(documents[1]!.x).toHaveLength(1);
    expect(documents[1]![columnOf('label')]).toEqual([fits]);
    expect(documents[2]).not.toHaveProperty(columnOf('label'));
  });

  it.each([
    ['a list of principals', { who: [long, 'a'] }],
    ['a list of those who must not see it', { who: ['a'], not: long }],
  ])('for %s hide the record from everybody', (_, record) => {
    const settings: ObjectSettings = { acl: { field: 'who', deny_field: 'not', missing: 'public' } };
    expect(documentsOf(settings, [record]).documents[0]).toMatchObject({ acl: [], deny: [] });
  });

  it('for a tenant leave the record to none', () => {
    const { documents } = documentsOf({ tenant_field: 'of' }, [{ of: long }]);
    expect(documents[0]!.tenant).toEqual([]);
  });
});
