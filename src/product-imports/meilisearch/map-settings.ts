import {
  createMapping,
  eachOf,
  ignored,
  mapByTable,
  type MapSetting,
  type Mapping,
  type SettingsMapping,
  type SourceSettings,
} from '../mapping';

const languages = ignored('words are folded the same way for all languages');
const geoField = '_geo';

/** Whether a list contains only `*`, which means all fields. */
const isEveryField = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 1 && (value as unknown[])[0] === '*';

const unlessEvery =
  (map: MapSetting): MapSetting =>
  (mapping, name, value, all) => {
    if (!isEveryField(value)) map(mapping, name, value, all);
  };

const isPattern = (name: string): boolean => name.includes('*');

/** Filterable attributes become facets, since Meilisearch allows both. */
function addFacet(mapping: Mapping, source: string, field: string): void {
  if (field === geoField) mapping.field(source, field, { type: 'geo' });
  else if (isPattern(field)) mapping.ignore(`${source}: ${field}`, 'patterns of names are not carried over');
  else mapping.list(source, 'facets', field);
}

/** An item is a name, or an object with patterns of names and their features. */
const filterable: MapSetting = (mapping, name, value) => {
  if (!Array.isArray(value)) {
    mapping.ignore(name, 'it is not a list');
    return;
  }
  for (const item of value as unknown[]) {
    const patterns = typeof item === 'string' ? [item] : patternsOf(item);
    if (hasFeatures(item))
      mapping.ignore(`${name}: ${patterns.join(', ')}`, 'every facet takes all comparisons, and is searched');
    if (patterns.length === 0) mapping.ignore(name, 'an item of it names no attributes');
    for (const field of patterns) addFacet(mapping, name, field);
  }
  mapping.note(name, 'facets');
};

function hasFeatures(item: unknown): boolean {
  return typeof item === 'object' && item !== null && Object.hasOwn(item, 'features');
}

function patternsOf(item: unknown): string[] {
  const patterns = (item as { attributePatterns?: unknown } | null)?.attributePatterns;
  return Array.isArray(patterns) ? patterns.filter((pattern) => typeof pattern === 'string') : [];
}

const searchable: MapSetting = (mapping, name, value, all) => {
  eachOf((_, source, field) => {
    if (isPattern(field)) mapping.ignore(`${source}: ${field}`, 'patterns of names are not carried over');
    else mapping.list(source, 'searchable', field);
  })(mapping, name, value, all);
  mapping.note(name, 'searchable');
};

const sortable: MapSetting = (mapping, name, value, all) => {
  eachOf((_, source, field) => {
    if (field === geoField) mapping.ignore(`${source}: ${field}`, 'records are not sorted by distance');
    else mapping.list(source, 'sortable', field);
  })(mapping, name, value, all);
  mapping.note(name, 'sortable');
};

/** Default rules are dropped; rules of fields are reported. */
const rankingRules = eachOf((mapping, name, rule) => {
  const field = /^(.+):(?:asc|desc)$/.exec(rule)?.[1];
  if (field === undefined) return;
  mapping.list(name, 'sortable', field);
  mapping.ignore(rule, `not carried over as a ranking: sort by ${field}`);
});

/** Mapping of each setting of an index of Meilisearch. */
const table: Readonly<Record<string, MapSetting>> = {
  searchableAttributes: unlessEvery(searchable),
  filterableAttributes: filterable,
  sortableAttributes: sortable,
  distinctAttribute: (mapping, name, value) => {
    mapping.group(name, value);
    mapping.note(name, 'group_by');
  },
  rankingRules,
  displayedAttributes: unlessEvery(ignored('hits answer all members of a record')),
  stopWords: languages,
  nonSeparatorTokens: languages,
  separatorTokens: languages,
  dictionary: languages,
  localizedAttributes: languages,
  synonyms: ignored('there are no synonyms'),
  typoTolerance: ignored('the rules for typos are fixed'),
  proximityPrecision: ignored('ranking uses one configuration for every index'),
  embedders: ignored('vectors are made of titles when the index is built'),
  pagination: ignored('pages of a search reach 1,000 hits; browse has no limit'),
  faceting: ignored('it is a parameter of each search'),
  facetSearch: ignored('values of every facet can be searched'),
  prefixSearch: ignored('the last word of a query always matches as a prefix'),
  searchCutoffMs: ignored('limits of time are the same for all searches'),
};

/** Maps the settings of an index of Meilisearch, in the format of `GET /indexes/{index}/settings`. */
export function mapMeilisearchSettings(settings: SourceSettings): SettingsMapping {
  const mapping = createMapping();
  mapByTable(mapping, settings, table);
  return mapping.result();
}

/**
 * The member that Meilisearch uses as primary key when none is set: the only one whose name ends with `id`.
 * Null for none or several.
 */
export function inferPrimaryKey(members: readonly string[]): string | null {
  const [name, ...others] = members.filter((member) => /id$/i.test(member));
  return name === undefined || others.length > 0 ? null : name;
}
