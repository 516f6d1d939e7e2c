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

const modifier = /^(\w+)\((.*)\)$/s;

/** An attribute and the modifier around it, as in `unordered(title)`; the modifier is null without one. */
function attributeOf(text: string): { modifier: string | null; name: string } {
  const match = modifier.exec(text.trim());
  return match === null
    ? { modifier: null, name: text.trim() }
    : { modifier: match[1]!, name: match[2]!.trim() };
}

const byRequest = ignored('it is a parameter of each search');
const typos = ignored('the rules for typos are fixed');
const languages = ignored('words are folded the same way for all languages');
const ranking = ignored('ranking uses one configuration for every index');
const rules = ignored('there are no query rules');
const display = ignored('hits answer all members of a record');

/** Several attributes of one rank are written as one text with commas. */
const searchable = eachOf((mapping, name, text) => {
  for (const part of text.split(',')) mapping.list(name, 'searchable', attributeOf(part).name);
});

const facets = eachOf((mapping, name, text) => {
  const { modifier: how, name: field } = attributeOf(text);
  if (how === 'filterOnly') {
    mapping.field(name, field, { filterable: true, facet: false });
    return;
  }
  mapping.list(name, 'facets', field);
  if (how === 'searchable') mapping.note(text, 'facets (their values can be searched by prefix)');
  else if (how !== null) mapping.ignore(text, `the modifier ${how} has no counterpart`);
});

const numbers = eachOf((mapping, name, text) => {
  mapping.field(name, attributeOf(text).name, { filterable: true });
});

/** Fields that results were ordered by can be sorted by; the order by default is not carried over. */
const orders = eachOf((mapping, name, text) => {
  const { modifier: how, name: field } = attributeOf(text);
  if (how !== 'asc' && how !== 'desc') return;
  mapping.list(name, 'sortable', field);
  mapping.ignore(text, `not carried over as a ranking: sort by ${field}`);
});

const group: MapSetting = (mapping, name, value, settings) => {
  const distinct = settings.get('distinct');
  const size = distinct === true ? 1 : distinct;
  if (typeof size !== 'number' || size < 1) mapping.ignore(name, 'distinct is off');
  else mapping.group(name, value, size);
};

/** A setting whose counterpart has another name. */
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
  // Read together with the attribute.
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
  // A version of the format.
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

/** Maps the settings of an index of Algolia, as `GET /1/indexes/{index}/settings` answers them. */
export function mapAlgoliaSettings(settings: SourceSettings): SettingsMapping {
  const mapping: Mapping = createMapping();
  mapByTable(mapping, settings, table);
  return mapping.result();
}
