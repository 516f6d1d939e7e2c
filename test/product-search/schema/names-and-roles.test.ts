import { type FieldRow } from '../../../src/domain/products/field-table';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import { addRecord, createSummary, declaredFields, inferFieldTable } from '../../../src/product-search';
import { builtInField } from '../../../src/product-search/schema/built-in-fields';

function infer(records: readonly object[], settings: ObjectSettings = {}) {
  const summary = createSummary(declaredFields(settings));
  for (const record of records) addRecord(summary, record);
  return inferFieldTable(summary, { settings, idField: null });
}

const many = (make: (place: number) => object) => Array.from({ length: 100 }, (_, place) => make(place));
const rowOf = (name: string, records: readonly object[], settings?: ObjectSettings): FieldRow =>
  infer(records, settings).table.fields.find(({ path }) => path[0] === name)!;

test.each<[string, string]>([
  ['title', 'Title TITLE Name product_name Produkt-Name productTitle item-name Bezeichnung Titel Nom Titre Nombre Título Titolo Nome Naam Désignation'],
  ['brand', 'Brand Vendor Manufacturer Marke Hersteller Marque Marca Fabricant Fabricante Merk'],
  ['category', 'Category product_type Product-Category Categories Kategorie Kategorien Catégorie Categoría Categoria Categorie Type'],
  ['description', 'Description Body body_html Beschreibung Descripción Descrizione Omschrijving Descrição Short-Description'],
])('the role %s is known by names without case, accents and separators', (role, names) => {
  for (const name of names.split(' ')) expect([name, builtInField([name])?.role]).toEqual([name, role]);
  expect(builtInField(['Body (HTML)'])?.role).toBe('description');
}); // prettier-ignore

test('prices and codes of exports are known by their names', () => {
  for (const name of ['Price', 'Variant Price', 'Preis', 'Prix', 'Precio', 'Prezzo', 'Prijs', 'Preço', 'Regular price'])
    expect([name, builtInField([name])?.type]).toEqual([name, 'number']);
  for (const name of ['SKU', 'Variant SKU', 'Artikelnummer', 'Artikel-Nr.', 'EAN', 'EAN-13', 'Référence', 'Barcode'])
    expect([name, builtInField([name])?.type]).toEqual([name, 'identifier']);
}); // prettier-ignore

test('a name below another one has no role', () => {
  expect(builtInField(['variant', 'title'])).toBeUndefined();
});

const shirts = many((place) => ({
  'Artikel Bezeichnung': `Shirt Nummer ${place}`,
  Hersteller: 'Acme',
  Farbe: 'rot',
}));

test('names of an export have roles, and the title is the primary text', () => {
  const { table, warnings } = infer(shirts);
  const roles = table.fields.map(({ path, role, origin }) => [path[0], role, origin]);
  expect(roles).toEqual([
    ['Artikel Bezeichnung', 'title', 'builtin'],
    ['Hersteller', 'brand', 'builtin'],
    ['Farbe', null, 'inferred'],
  ]);
  expect(table.primary).toEqual(['Artikel Bezeichnung']);
  expect(warnings).toEqual([]);
});

test('of several names of exports for one role one has it, without a warning', () => {
  const { table, warnings } = infer(many((place) => ({ Type: 'simple', Categories: `Shoes ${place % 7}` })));
  expect(table.fields.map(({ path, role }) => [path[0], role])).toEqual([
    ['Type', null],
    ['Categories', 'category'],
  ]);
  expect(warnings).toEqual([]);
});

test('settings have their way with names of exports, and not with names of the service', () => {
  const settings: ObjectSettings = { fields: { Farbe: { role: 'brand' } } };
  expect(rowOf('Farbe', shirts, settings).role).toBe('brand');
  expect(rowOf('Hersteller', shirts, settings).role).toBeNull();
  const records = many(() => ({ brand: 'Acme', Farbe: 'rot' }));
  expect(rowOf('brand', records, settings).role).toBe('brand');
});

test('a name is no role where the values say otherwise', () => {
  expect(
    rowOf(
      'Type',
      many((place) => ({ Type: place * 1.5 })),
    ),
  ).toMatchObject({
    type: 'number',
    role: null,
    origin: 'inferred',
  });
});

const phrases = many((place) => ({
  color: ['red', 'blue'][place % 2],
  shop: `Main Street ${place % 3}`,
  wording: `Running shoe ${place} for women`,
  story: `${'A long text that tells of many things. '.repeat(8)} ${place}`,
}));

test('where no name claims the title, the short text of many differing values of several words has it', () => {
  const { table } = infer(phrases);
  expect(table.primary).toEqual(['wording']);
  expect(table.fields.filter(({ role }) => role === 'title')).toEqual([
    expect.objectContaining({ path: ['wording'], type: 'text', origin: 'inferred', weight: 'primary' }),
  ]);
});

test.each<[string, ObjectSettings]>([
  ['another title', { fields: { shop: { role: 'title' } } }],
  ['the searched texts', { searchable: ['story'] }],
  ['its type', { fields: { wording: { type: 'keyword' } } }],
])('no field is the title by its values where settings name %s', (_, settings) => {
  expect(rowOf('wording', phrases, settings).role).toBeNull();
});

test('placeholders are no values', () => {
  const texts = ['N/A', '-', '–', '?', 'null', 'None', 'tbd', ' ', '12.5'];
  const row = rowOf('size', texts.map((size) => ({ size }))); // prettier-ignore
  expect(row).toMatchObject({ type: 'number', distinct: 1, samples: ['12.5'] });
  expect(row.present).toBeCloseTo(1 / 9);
});

test('distinct values are never more than the records', () => {
  const records = Array.from({ length: 3_000 }, (_, place) => ({ code: `A-${place}` }));
  for (let count = 2_000; count <= 3_000; count += 50)
    expect(rowOf('code', records.slice(0, count)).distinct).toBeLessThanOrEqual(count);
});

test('of records of people the family name is the title and the given name primary, not the company', () => {
  const people = many((place) => ({
    firstname: `Ann${place}`,
    lastname: `Vaill${place}`,
    company: `Litronic Industries ${place}`,
  }));
  const { table } = infer(people);
  expect(table.primary).toEqual(['lastname']);
  expect(table.fields.map(({ path, role, weight }) => [path[0], role, weight])).toEqual([
    ['firstname', null, 'primary'],
    ['lastname', 'title', 'primary'],
    ['company', null, null],
  ]);
});

test.each<[string, string[], string]>([
  ['Sale', ['Yes', 'No', 'N/A', 'yes'], 'bool'],
  ['Lagernd', ['ja', 'nein'], 'bool'],
  ['En stock', ['Oui', 'Non'], 'bool'],
  ['Disponible', ['sí', 'no', 'si'], 'bool'],
  ['Novità', ['Sì', 'No'], 'bool'],
  ['Uitverkoop', ['ja', 'nee'], 'bool'],
  ['Em estoque', ['Sim', 'Não'], 'bool'],
  ['item-is-marketplace', ['y', 'n'], 'bool'],
  ['In stock?', ['1', '0'], 'bool'],
  ['Show price (0 = No, 1 = Yes)', ['1', '0'], 'bool'],
  ['is_new', ['0', '1'], 'bool'],
  ['Quantity', ['0', '1'], 'number'],
  ['Status', ['Enabled', 'Disabled'], 'enum'],
  ['Compass', ['N', 'E', 'S', 'W'], 'enum'],
])('%s with the values %j is a %s', (name, values, type) => {
  const row = rowOf(name, many((place) => ({ [name]: values[place % values.length] }))); // prettier-ignore
  expect(row.type).toBe(type);
});

test.each(['url_key', 'URL Key', 'slug', 'link_rewrite', 'permalink', 'Product URL'])(
  '%s repeats the title in an address: it is neither searched nor a facet',
  (name) => {
    const row = rowOf(name, many((place) => ({ name: `Bag ${place}`, [name]: `bag-${place % 9}` }))); // prettier-ignore
    expect(row).toMatchObject({ searchable: false, facet: false });
  },
);

test('a note behind a name does not change its meaning', () => {
  for (const [name, role] of [['Categories (x,y,z...)', 'category'], ['Name *', 'title'], ['Description (EN)', 'description'], ['item-description', 'description']] as const)
    expect([name, builtInField([name])?.role]).toEqual([name, role]);
  expect(builtInField(['Price tax excluded'])?.type).toBe('number');
  expect(builtInField(['Price (EUR)'])?.type).toBe('number');
  expect(builtInField(['(x)'])).toBeUndefined();
}); // prettier-ignore

test('the place of a record in a list that shops sort by is no facet', () => {
  const row = rowOf('Sort Order', many((place) => ({ name: `Bag ${place}`, 'Sort Order': place % 7 }))); // prettier-ignore
  expect(row).toMatchObject({ type: 'number', searchable: false, facet: false, sortable: true });
});
