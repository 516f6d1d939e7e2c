import { type FieldRow } from '../../../src/domain/products/field-table';
import { type ObjectSettings, type SettingsWarning } from '../../../src/domain/products/settings';
import {
  addRecord,
  createSummary,
  declaredFields,
  inferFieldTable,
  neededRebuild,
} from '../../../src/product-search';
import { realRecords, withRealRecords } from '../real-records';

const magento = realRecords('magento');
const airports = realRecords('airports');

/** Field table, warnings and needed rebuild of real records under settings. */
function under(records: readonly object[], settings: ObjectSettings, idField: string | null = null) {
  const summary = createSummary(declaredFields(settings));
  for (const record of records) addRecord(summary, record);
  const inferred = inferFieldTable(summary, { settings, idField });
  const served = inferFieldTable(summary, { settings: {}, idField }).table;
  return { ...inferred, rebuild: neededRebuild(served, inferred.table) };
}

const rowOf = (rows: readonly FieldRow[], name: string) => rows.find(({ path }) => path.join('.') === name);

interface Case {
  settings: ObjectSettings;
  records?: readonly object[];
  /** Parts of rows, by name of the field; null for a field without a row. */
  rows?: Record<string, Partial<FieldRow> | null>;
  warnings?: Partial<SettingsWarning>[];
  /** Fields for which a served index would have to be built again. */
  rebuild?: string[];
  primary?: string;
}

const cases: Record<string, Case> = {
  'no settings: the records decide': {
    settings: {},
    rows: {
      price: { type: 'number', origin: 'builtin', facet: true, sortable: true, filterable: true },
      color: { type: 'enum', inferredType: 'enum', origin: 'inferred', facet: true, searchable: true },
      description: { type: 'text', role: 'description', facet: false, column: null },
      sku: { type: 'identifier', facet: false, filterable: true },
      categories: { list: true, role: 'category' },
    },
    primary: 'name',
  },
  'identifiers: numbers of rows become codes among other words by a build': {
    records: [{ id: 1, title: 'Oak table' }, { id: 2, title: 'Oak desk' }],
    settings: { identifiers: ['id'] },
    rows: { id: { type: 'identifier', origin: 'set' } },
    rebuild: ['id'],
  },
  'identifiers: ids that are no numbers of rows are codes anyway': {
    records: [{ id: 'A-1', title: 'Oak table' }, { id: 'A-2', title: 'Oak desk' }],
    settings: { identifiers: ['id'] },
    rows: { id: { type: 'identifier', origin: 'set' } },
  },
  'fields.type sets the type': {
    settings: { fields: { color: { type: 'text' } } },
    rows: { color: { type: 'text', inferredType: 'enum', origin: 'set', column: null } },
    rebuild: ['color'],
  },
  'fields.type as the records suggest it needs no rebuild': {
    settings: { fields: { color: { type: 'enum' } } },
    rows: { color: { type: 'enum', origin: 'set' } },
  },
  'fields.type children and skip have neither column nor words': {
    settings: { fields: { color: { type: 'skip' }, size: { type: 'children' } } },
    rows: { color: { searchable: false, column: null }, size: { searchable: false, column: null } },
    rebuild: ['size', 'color'],
  },
  'fields.searchable takes a field out of the search': {
    settings: { fields: { color: { searchable: false } } },
    rows: { color: { searchable: false, filterable: true } },
    rebuild: ['color'],
  },
  'fields.weight ranks text': {
    settings: { fields: { attribute_set: { type: 'text', weight: 'low' } } },
    rows: { attribute_set: { weight: 'low' } },
    rebuild: ['attribute_set'],
  },
  'fields.weight of anything but text has no effect': {
    settings: { fields: { color: { weight: 'primary' } } },
    rows: { color: { weight: null } },
    warnings: [{ code: 'SETTING_NO_EFFECT', field: 'color', settings: ['weight'] }],
  },
  'weight and role of a built-in name have no effect': {
    settings: { fields: { name: { weight: 'low', role: 'section' } } },
    rows: { name: { weight: 'primary', role: 'title' } },
    warnings: [{ code: 'SETTING_NO_EFFECT', field: 'name', settings: ['weight', 'role'] }],
  },
  'fields.role gives a role': {
    settings: { fields: { attribute_set: { role: 'brand' } } },
    rows: { attribute_set: { role: 'brand' } },
    rebuild: ['attribute_set'],
  },
  'a role that two fields claim goes to the first': {
    settings: { fields: { attribute_set: { role: 'brand' }, product_type: { role: 'brand' } } },
    rows: { attribute_set: { role: 'brand' }, product_type: { role: null } },
    warnings: [
      { code: 'ROLE_CLAIMED_TWICE', role: 'brand', fields: ['attribute_set', 'product_type'], chosen: 'attribute_set' },
    ],
    rebuild: ['attribute_set'],
  },
  'a built-in name keeps a role that another field claims': {
    settings: { fields: { url_key: { role: 'title' } } },
    rows: { name: { role: 'title' }, url_key: { role: null } },
    warnings: [{ code: 'ROLE_CLAIMED_TWICE', role: 'title', fields: ['name', 'url_key'], chosen: 'name' }],
  },
  'fields.facet takes effect at once on a field with a column': {
    settings: { fields: { sku: { facet: true }, color: { facet: false } } },
    rows: { sku: { facet: true }, color: { facet: false } },
    warnings: [{ code: 'FACET_NO_COUNTS', field: 'sku' }],
  },
  'fields.filterable': {
    settings: { fields: { color: { filterable: false, facet: false } } },
    rows: { color: { filterable: false, column: null } },
  },
  'fields.filterable on text has no effect': {
    settings: { fields: { description: { filterable: true } } },
    rows: { description: { filterable: false, column: null } },
    warnings: [{ code: 'SETTING_NO_EFFECT', field: 'description', settings: ['filterable'] }],
  },
  'fields.sortable': {
    settings: { fields: { price: { sortable: false } } },
    rows: { price: { sortable: false, filterable: true } },
  },
  'fields.sortable on a keyword has no effect': {
    settings: { fields: { color: { sortable: true } } },
    rows: { color: { sortable: false } },
    warnings: [{ code: 'SETTING_NO_EFFECT', field: 'color', settings: ['sortable'] }],
  },
  'fields.unit': {
    settings: { fields: { weight: { unit: 'lb' } } },
    rows: { weight: { type: 'number', unit: 'lb' } },
    rebuild: ['weight'],
  },
  'fields.unit on text has no effect': {
    settings: { fields: { description: { unit: 'kg' } } },
    rows: { description: { unit: null } },
    warnings: [{ code: 'SETTING_NO_EFFECT', field: 'description', settings: ['unit'] }],
  },
  'fields.values closes an enum': {
    settings: { fields: { color: { type: 'enum', values: ['Black', 'Gray'] } } },
    rows: { color: { type: 'enum', values: ['Black', 'Gray'] } },
    rebuild: ['color'],
  },
  'fields.list': {
    settings: { fields: { color: { list: true } } },
    rows: { color: { list: true } },
    rebuild: ['color'],
  },
  'searchable names all text fields that are searched, the first is primary': {
    settings: { searchable: ['description', 'name'] },
    rows: {
      description: { searchable: true, weight: 'primary' },
      name: { searchable: true, weight: null, role: 'title' },
      material: { searchable: true },
    },
    primary: 'description',
    rebuild: ['name', 'description'],
  },
  'text fields that searchable leaves out are not searched': {
    settings: { searchable: ['name'] },
    rows: { description: { searchable: false }, color: { searchable: true } },
    primary: 'name',
    rebuild: ['description'],
  },
  identifiers: {
    settings: { identifiers: ['url_key', 'parent_sku'] },
    rows: { url_key: { type: 'identifier', origin: 'set' }, parent_sku: { type: 'identifier' } },
    rebuild: ['url_key', 'parent_sku'],
  },
  'identifiers yield to a type of the field': {
    settings: { identifiers: ['color'], fields: { color: { type: 'keyword' } } },
    rows: { color: { type: 'keyword' } },
    warnings: [{ code: 'SETTING_NO_EFFECT', field: 'color', settings: ['identifiers'] }],
    rebuild: ['color'],
  },
  'facets name all facets': {
    settings: { facets: ['color', 'parent_sku'] },
    rows: { color: { facet: true }, parent_sku: { facet: true }, size: { facet: false }, price: { facet: false } },
  },
  'a facet on text': {
    settings: { facets: ['description'] },
    rows: { description: { facet: false } },
    warnings: [{ code: 'FACET_ON_TEXT', field: 'description', distinct_share: 0.073 }],
  },
  'a facet of more than 1,000 differing values has no counts': {
    settings: { facets: ['url_key'] },
    rows: { url_key: { facet: true } },
    warnings: [{ code: 'FACET_NO_COUNTS', field: 'url_key' }],
  },
  'a facet on a place has no effect': {
    records: airports,
    settings: { facets: ['_geoloc'] },
    rows: { _geoloc: { type: 'geo', facet: false, filterable: true } },
    warnings: [{ code: 'SETTING_NO_EFFECT', field: '_geoloc', settings: ['facets'] }],
  },
  'sortable names all fields to sort by': {
    settings: { sortable: ['price'] },
    rows: { price: { sortable: true }, qty: { sortable: false } },
  },
  'sortable on a keyword': {
    settings: { sortable: ['color'] },
    rows: { color: { sortable: false } },
    warnings: [{ code: 'SETTING_NO_EFFECT', field: 'color', settings: ['sortable'] }],
  },
  'acl: principals are neither samples nor facets nor searched': {
    settings: { acl: { field: 'attribute_set', deny_field: 'product_type' } },
    rows: {
      attribute_set: { samples: [], facet: false, searchable: false },
      product_type: { samples: [], facet: false, searchable: false },
    },
    rebuild: ['product_type', 'attribute_set'],
  },
  'tenant_field, strict_types, deterministic, audit and noun change no field': {
    settings: {
      tenant_field: 'attribute_set',
      strict_types: true,
      deterministic: false,
      audit: { query_text: 'full' },
      noun: { singular: 'product', plural: 'products' },
    },
  },
  'group_by by a field of single values': { settings: { group_by: { field: 'parent_sku', size: 3 } } },
  'group_by by a list has no effect': {
    settings: { group_by: { field: 'categories' } },
    warnings: [{ code: 'SETTING_NO_EFFECT', field: 'categories', settings: ['group_by'] }],
  },
  'fields that no record has': {
    settings: {
      fields: { width: { type: 'number', unit: 'cm' }, depth: { facet: true } },
      facets: ['width', 'colour'],
      acl: { field: 'groups' },
    },
    rows: { width: { type: 'number', unit: 'cm', origin: 'set', present: 0, facet: true }, depth: null, colour: null },
    warnings: [
      { code: 'UNKNOWN_FIELD', field: 'width', settings: ['fields', 'facets'] },
      { code: 'UNKNOWN_FIELD', field: 'depth', settings: ['fields'] },
      { code: 'UNKNOWN_FIELD', field: 'colour', settings: ['facets'] },
      { code: 'UNKNOWN_FIELD', field: 'groups', settings: ['acl.field'] },
    ],
  },
}; // prettier-ignore

withRealRecords('real records', () => {
  test.each(Object.entries(cases))('%s', (_, { settings, records = magento, rows = {}, ...expected }) => {
    const { table, warnings, rebuild } = under(records, settings);
    for (const [name, part] of Object.entries(rows)) {
      const row = rowOf(table.fields, name);
      if (part === null) expect(row).toBeUndefined();
      else expect(row).toMatchObject(part);
    }
    expect(warnings).toEqual(
      (expected.warnings ?? []).map((warning) => expect.objectContaining(warning) as unknown),
    );
    expect(rebuild?.fields ?? []).toEqual(expected.rebuild ?? []);
    if (expected.primary !== undefined) expect(table.primary).toEqual([expected.primary]);
  });

  test('an id field that was found by the look of its values is named', () => {
    const summary = createSummary();
    for (const record of magento) addRecord(summary, record);
    const { warnings } = inferFieldTable(summary, { settings: {}, idField: 'sku', isIdFromCode: true });
    expect(warnings).toEqual([expect.objectContaining({ code: 'ID_FROM_CODE_FIELD', field: 'sku' })]);
  });
});
