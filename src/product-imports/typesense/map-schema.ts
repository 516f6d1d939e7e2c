import { type FieldSetting } from '../../domain/products/settings';
import { anyPart } from '../adapt-record';
import {
  createMapping,
  ignored,
  mapByTable,
  type MapSetting,
  type Mapping,
  type SettingsMapping,
  type SourceSettings,
} from '../mapping';

/** A field of a schema; only name and type are validated. */
type SourceField = Record<string, unknown> & { name: string; type: string };

/** Types of fields by those of a schema; types that are not listed are inferred from the records. */
const types: Readonly<Record<string, FieldSetting>> = {
  int32: { type: 'number' },
  int64: { type: 'number' },
  float: { type: 'number' },
  'int32[]': { type: 'number', list: true },
  'int64[]': { type: 'number', list: true },
  'float[]': { type: 'number', list: true },
  bool: { type: 'bool' },
  'bool[]': { type: 'bool', list: true },
  geopoint: { type: 'geo' },
  'geopoint[]': { type: 'geo', list: true },
  image: { type: 'skip' },
};

const texts = new Set(['string', 'string[]', 'string*']);
const numeric = new Set(['int32', 'int64', 'float']);
/** Types whose fields are inferred from the records. */
const inferred = new Set([...texts, 'object', 'object[]', 'auto']);

/** Options of a field without a counterpart. */
const fieldOptions: Readonly<Record<string, string>> = {
  infix: 'words are not found by their inner parts',
  stem: 'words are folded the same way for all languages',
  stem_dictionary: 'words are folded the same way for all languages',
  locale: 'words are folded the same way for all languages',
  token_separators: 'words are cut the same way in all fields',
  symbols_to_index: 'words are cut the same way in all fields',
  embed: 'vectors are made of titles when the index is built',
  hnsw_params: 'vectors are made of titles when the index is built',
  vec_dist: 'vectors are made of titles when the index is built',
  reference: 'records of other collections cannot be joined',
  async_reference: 'records of other collections cannot be joined',
};

/** Options of a field that are mapped, or that do not concern existing records. */
const readOptions = new Set([
  'name',
  'type',
  'facet',
  'index',
  'sort',
  'num_dim',
  'optional',
  'range_index',
  'store',
  'truncate_len',
]);

/** Whether a name is a regular expression, which stands for several fields. */
const isPattern = (name: string): boolean => /[*+?|()[\]\\^$]/.test(name);

function isField(value: unknown): value is SourceField {
  const { name, type } = (value ?? {}) as Partial<SourceField>;
  return typeof name === 'string' && typeof type === 'string';
}

/** Fields of a schema with a single name; others are reported as ignored. */
function namedFields(mapping: Mapping, value: unknown): SourceField[] {
  const fields: SourceField[] = [];
  for (const each of Array.isArray(value) ? (value as unknown[]) : [])
    if (!isField(each)) mapping.ignore('fields', 'an item of it has no name and type');
    else if (isPattern(each.name))
      mapping.ignore(`fields: ${each.name}`, 'patterns of names are not carried over');
    else fields.push(each);
  return fields;
}

function mapField(mapping: Mapping, field: SourceField): void {
  const { name, type } = field;
  const source = `fields: ${name}`;
  if (typeof field.num_dim === 'number' || type === 'image') {
    mapping.field(source, name, { type: 'skip' });
    mapping.ignore(source, 'vectors and images are kept in the record, and cannot be searched');
    return;
  }
  const setting = types[type];
  if (setting === undefined && !inferred.has(type)) mapping.ignore(source, `the type ${type} is not known`);
  if (setting !== undefined) mapping.field(source, name, setting);
  if (field.index === false) mapping.field(source, name, { searchable: false, filterable: false });
  else if (texts.has(type)) mapping.list(source, 'searchable', name);
  if (field.facet === true && field.index !== false) mapping.list(source, 'facets', name);
  else if (field.facet === true) mapping.ignore(`${source}.facet`, 'a field without an index has no counts');
  if (field.store === false) mapping.ignore(`${source}.store`, 'every member of a record is kept');
  for (const [option, value] of Object.entries(field))
    if (!readOptions.has(option) && !isUnset(value))
      mapping.ignore(
        `${source}.${option}`,
        Object.hasOwn(fieldOptions, option) ? fieldOptions[option]! : 'it has no counterpart',
      );
}

/** Whether an option of a field has its default. */
function isUnset(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value === undefined || value === null || value === false || value === '';
  return Object.keys(value).length === 0;
}

const mapFields: MapSetting = (mapping, name, value) => {
  const fields = namedFields(mapping, value);
  for (const field of fields) mapField(mapping, field);
  // By default numbers are sortable, in Typesense as here.
  if (fields.some(({ type, sort }) => numeric.has(type) && sort === false))
    for (const { name: field, type, sort } of fields)
      if (numeric.has(type) && sort !== false) mapping.list(name, 'sortable', field);
  for (const { name: field, type, sort } of fields)
    if (sort === true && texts.has(type))
      mapping.ignore(`fields: ${field}.sort`, 'texts cannot be sorted by');
  mapping.note(name, 'fields, searchable, facets, sortable');
};

const none: MapSetting = () => undefined;

/** Mapping of each member of a schema of Typesense. */
const table: Readonly<Record<string, MapSetting>> = {
  fields: mapFields,
  default_sorting_field: (mapping, name, value) => {
    if (value !== '') mapping.ignore(name, `not carried over as a ranking: sort by ${String(value)}`);
  },
  token_separators: ignored('words are cut the same way in all fields'),
  symbols_to_index: ignored('words are cut the same way in all fields'),
  synonym_sets: ignored('there are no synonyms'),
  curation_sets: ignored('there are no query rules'),
  voice_query_model: ignored('queries are texts'),
  metadata: ignored('settings hold no data of callers'),
  // Facts about the collection; nested fields are always searched.
  name: none,
  num_documents: none,
  created_at: none,
  enable_nested_fields: none,
};

/** Maps the schema of a collection of Typesense, in the format of `GET /collections/{collection}`. */
export function mapTypesenseSchema(schema: SourceSettings): SettingsMapping {
  const mapping = createMapping();
  mapByTable(mapping, schema, table);
  return mapping.result();
}

/**
 * Names of the fields of a schema with places: `[latitude, longitude]`, or lists of these. Includes patterns
 * with one `.*`.
 */
export function placesOfSchema(schema: SourceSettings): string[] {
  const fields = schema.get('fields');
  return (Array.isArray(fields) ? (fields as unknown[]) : []).flatMap((field) => {
    if (!isField(field) || !field.type.startsWith('geopoint')) return [];
    return isPattern(field.name.replace(anyPart, '')) ? [] : [field.name];
  });
}
