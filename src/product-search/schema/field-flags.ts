import { columnKind, facetValuesMax, type FieldRow } from '../../domain/products/field-table';
import { type FieldSetting, type FieldType, type ObjectSettings } from '../../domain/products/settings';

/** Types that are searched unless settings say otherwise. */
const SEARCHED_TYPES: ReadonlySet<FieldType> = new Set([
  'text',
  'keyword',
  'enum',
  'identifier',
  'number',
  'bool',
]);

/** Whether values of a type can be searched at all. */
export function canSearch(type: FieldType): boolean {
  return SEARCHED_TYPES.has(type) || type === 'date' || type === 'url';
}

/** Whether a type can be sorted by. */
export function canSort(type: FieldType): boolean {
  return type === 'number' || type === 'date';
}

/** Whether values of a type can be listed with their counts, or at least with minimum and maximum. */
export function canFacet(type: FieldType): boolean {
  return columnKind(type) !== null && type !== 'geo';
}

/** Facts that decide the flags of a field. */
export interface FlagFacts {
  name: string;
  type: FieldType;
  settings: ObjectSettings;
  setting: FieldSetting;
  isAccessList: boolean;
  isFacetByDefault: boolean;
  isSearchedByDefault: boolean;
}

/**
 * Flags of a field. A setting of the field itself comes first, then a list of the settings: `searchable` says
 * which text fields are searched, `facets` and `sortable` name all facets and all sortable fields. Without
 * them the type decides. Fields of access lists are searched and counted only when their own setting says so.
 */
export function fieldFlags(
  facts: FlagFacts,
): Pick<FieldRow, 'searchable' | 'facet' | 'filterable' | 'sortable'> {
  const { name, type, settings, setting, isAccessList, isSearchedByDefault } = facts;
  const listed = settings.searchable?.includes(name);
  const isSearched =
    type === 'text'
      ? (listed ?? setting.searchable ?? isSearchedByDefault)
      : listed === true ||
        (setting.searchable ?? (SEARCHED_TYPES.has(type) && !isAccessList && isSearchedByDefault));
  const isFacet =
    setting.facet ?? settings.facets?.includes(name) ?? (facts.isFacetByDefault && !isAccessList);
  return {
    searchable: canSearch(type) && isSearched,
    facet: canFacet(type) && isFacet,
    filterable: columnKind(type) !== null && (setting.filterable ?? true),
    sortable: canSort(type) && (setting.sortable ?? settings.sortable?.includes(name) ?? true),
  };
}

/**
 * Whether a field is a facet without being asked for: numbers, booleans, enums, and keywords of which at most
 * half differ and at most 1,000.
 */
export function facetsByDefault(type: FieldType, distinct: number, values: number): boolean {
  if (type === 'bool' || type === 'enum' || type === 'number') return true;
  return type === 'keyword' && distinct <= facetValuesMax && distinct * 2 <= values;
}
