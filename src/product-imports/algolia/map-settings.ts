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

/** An attribute and its modifiers, the outer one first. */
interface Attribute {
  name: string;
  modifiers: string[];
}

const modifier = /^(\w+)\s*\((.*)\)$/s;

/**
 * Parses the attributes of a text: attributes of equal rank are separated by commas, also within a modifier.
 */
function attributesOf(text: string): Attribute[] {
  return partsOf(text).flatMap((part) => {
    const modifiers: string[] = [];
    let inner = part;
    for (let match = modifier.exec(inner); match !== null; match = modifier.exec(inner)) {
      modifiers.push(match[1]!);
      inner = match[2]!.trim();
    }
    const names = modifiers.length === 0 ? [inner] : inner.split(',');
    return names.map((name) => ({ name: name.trim(), modifiers }));
  });
}

/** Splits a text at commas outside of brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  return [...parts, part.trim()];
}

const byRequest = ignored('it is a parameter of each search');
const typos = ignored('the rules for typos are fixed');
const languages = ignored('words are folded the same way for all languages');
const ranking = ignored('ranking uses one configuration for every index');
const rules = ignored('there are no query rules');
const display = ignored('hits answer all members of a record');

const searchable = eachOf((mapping, name, text) => {
  const attributes = attributesOf(text);
  for (const attribute of attributes) {
    mapping.list(name, 'searchable', attribute.name);
    const line = `${name}: ${attribute.name}`;
    for (const how of attribute.modifiers)
      if (how === 'ordered') mapping.ignore(line, 'ordered: words count the same at every place of a text');
      else if (how !== 'unordered') mapping.ignore(line, `the modifier ${how} has no counterpart`);
  }
  if (attributes.length > 1)
    mapping.ignore(
      `${name}: ${attributes.map((attribute) => attribute.name).join(', ')}`,
      'attributes of one rank stand one after the other',
    );
});

/** Effects of the modifiers of a facet. */
const facetModifiers: Readonly<Record<string, string>> = {
  searchable: 'facets (their values can be searched by prefix)',
  afterDistinct: 'facets (where records are grouped, groups are counted)',
};

const facets = eachOf((mapping, name, text) => {
  for (const { name: field, modifiers } of attributesOf(text)) {
    const line = `${name}: ${field}`;
    if (modifiers.includes('filterOnly')) mapping.field(name, field, { filterable: true, facet: false });
    else mapping.list(name, 'facets', field);
    for (const how of modifiers)
      if (Object.hasOwn(facetModifiers, how)) mapping.note(line, facetModifiers[how]!);
      else if (how !== 'filterOnly') mapping.ignore(line, `the modifier ${how} has no counterpart`);
  }
});

const numbers = eachOf((mapping, name, text) => {
  for (const { name: field, modifiers } of attributesOf(text)) {
    mapping.field(name, field, { filterable: true });
    for (const how of modifiers)
      mapping.ignore(
        `${name}: ${field}`,
        how === 'equalOnly' ? 'equalOnly: numbers take bounds too' : `the modifier ${how} has no counterpart`,
      );
  }
});

/** Fields of custom orders become sortable; the default order is not imported. */
const orders = eachOf((mapping, name, text) => {
  for (const { name: field, modifiers } of attributesOf(text)) {
    if (!modifiers.includes('asc') && !modifiers.includes('desc')) continue;
    mapping.list(name, 'sortable', field);
    mapping.ignore(`${name}: ${field}`, `not carried over as a ranking: sort by ${field}`);
  }
});

const group: MapSetting = (mapping, name, value, settings) => {
  const distinct = settings.get('distinct');
  const size = distinct === true ? 1 : distinct;
  if (typeof size !== 'number' || size < 1) mapping.ignore(name, 'distinct is off');
  else mapping.group(name, value, size);
};

/** Maps a setting whose counterpart has another name. */
const to =
  (name: string, map: MapSetting): MapSetting =>
  (mapping, source, value, all) => {
    map(mapping, source, value, all);
    mapping.note(source, name);
  };

const none: MapSetting = () => undefined;

/** Mapping of each setting of an index of Algolia. */
const table: Readonly<Record<string, MapSetting>> = {
  searchableAttributes: to('searchable', searchable),
  attributesToIndex: to('searchable', searchable),
  attributesForFaceting: to('facets', facets),
  numericAttributesForFiltering: to('fields (filterable)', numbers),
  numericAttributesToIndex: to('fields (filterable)', numbers),
  attributeForDistinct: group,
  // Mapped together with the attribute.
  distinct: (mapping, name, value, settings) => {
    if (value !== false && value !== 0 && settings.get('attributeForDistinct') == null)
      mapping.ignore(name, 'no attributeForDistinct is set');
  },
  customRanking: to('sortable', orders),
  ranking: orders,
  replicas: ignored('not carried over: sort by the field that the replica was ordered by'),
  slaves: ignored('not carried over: sort by the field that the replica was ordered by'),
  primary: ignored('the source is a replica; its ranking is not carried over'),
  unretrievableAttributes: ignored(
    'not carried over: hits answer all members of a record; without an admin key the provider leaves them out of the records',
  ),
  // Version of the format.
  version: none,
  attributesToRetrieve: display,
  attributesToHighlight: byRequest,
  attributesToSnippet: byRequest,
  highlightPreTag: byRequest,
  highlightPostTag: byRequest,
  snippetEllipsisText: byRequest,
  restrictHighlightAndSnippetArrays: byRequest,
  hitsPerPage: byRequest,
  maxValuesPerFacet: byRequest,
  sortFacetValuesBy: byRequest,
  responseFields: byRequest,
  optionalWords: byRequest,
  queryType: byRequest,
  typoTolerance: byRequest,
  minWordSizefor1Typo: typos,
  minWordSizefor2Typos: typos,
  allowTyposOnNumericTokens: typos,
  disableTypoToleranceOnAttributes: typos,
  disableTypoToleranceOnWords: typos,
  ignorePlurals: languages,
  removeStopWords: languages,
  queryLanguages: languages,
  indexLanguages: languages,
  decompoundQuery: languages,
  decompoundedAttributes: languages,
  camelCaseAttributes: languages,
  keepDiacriticsOnCharacters: languages,
  customNormalization: languages,
  attributesToTransliterate: languages,
  separatorsToIndex: languages,
  exactOnSingleWordQuery: ranking,
  alternativesAsExact: ranking,
  removeWordsIfNoResults: ranking,
  minProximity: ranking,
  attributeCriteriaComputedByMinProximity: ranking,
  relevancyStrictness: ranking,
  disableExactOnAttributes: ranking,
  disablePrefixOnAttributes: ranking,
  mode: ranking,
  semanticSearch: ranking,
  enableReRanking: ranking,
  reRankingApplyFilter: ranking,
  enablePersonalization: ranking,
  advancedSyntax: ranking,
  advancedSyntaxFeatures: ranking,
  enableRules: rules,
  renderingContent: rules,
  paginationLimitedTo: ignored('pages of a search reach 1,000 hits; browse has no limit'),
  allowCompressionOfIntegerArray: ignored('it concerns storage only'),
  maxFacetHits: byRequest,
  replaceSynonymsInHighlight: byRequest,
  userData: ignored('settings hold no data of callers'),
};

/** Maps the settings of an index of Algolia, in the format of `GET /1/indexes/{index}/settings`. */
export function mapAlgoliaSettings(settings: SourceSettings): SettingsMapping {
  const mapping: Mapping = createMapping();
  mapByTable(mapping, settings, table);
  return mapping.result();
}
