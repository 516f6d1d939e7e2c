import { type IsVisibleName } from '../../domain/products/shown-fields';
import { type FieldRow, type FieldTable } from '../../domain/products/field-table';
import { facetsMax } from '../../domain/products/limits';
import { type ObjectSettings } from '../../domain/products/settings';
import { fieldName } from '../schema/declared-fields';
import { SearchRefused, wrongMember } from '../search/search-refused';
import { nearestNames } from '../words/nearest-names';

export interface FacetRequest {
  /** Names of facets; null for those of the index. */
  keys: readonly string[] | null;
  /** Values of each facet at most. */
  limit: number;
  /** Whether number and date facets tell their smallest and largest value. */
  withStats: boolean;
  /** Names of facets whose counts leave out what is selected of them. */
  disjunctive: readonly string[];
  /** A search among the values of one facet; null without one. */
  search: FacetSearch | null;
  /** Whether counts of a part of the records will do where all of them take too long. */
  isApproximate: boolean;
}

/** A search among the values of a facet. */
export interface FacetSearch {
  field: string;
  /** Beginning of a value, or of a word in it; case and accents make no difference. */
  prefix: string;
  limit: number;
}

/** Bounds of the facets that a caller may ask for. */
export interface FacetBounds {
  settings: Pick<ObjectSettings, 'acl'>;
  /** Whether the key of the caller shows a field. */
  shows: (name: string) => boolean;
  /** Whether the caller may ask for the facet of a field. */
  allows: (name: string) => boolean;
  /** Names that answers may tell without being asked for them. */
  isVisibleName: IsVisibleName;
}

/** A facet of a build. */
export interface Facet extends FieldRow {
  name: string;
  column: string;
}

/** Facets of a request, found in the field table. */
export interface WantedFacets extends Omit<FacetRequest, 'keys' | 'disjunctive' | 'search'> {
  facets: readonly Facet[];
  /** Columns of the disjunctive facets. */
  disjunctive: ReadonlySet<string>;
  search: (FacetSearch & { facet: Facet }) | null;
  /** Facets of the index that are left out, since there are too many. */
  leftOut: number;
  /** Names of the facets that the answer has only where a found record has a value. */
  onlyWithValues: ReadonlySet<string>;
}

/**
 * The facets that a request asks for.
 *
 * @throws SearchRefused `ACCESS_DENIED` for fields of access lists and those that the caller may not count,
 *   `FACET_UNKNOWN` for names of no facet, `VALIDATION_ERROR` for a search among values that are no texts
 */
export function wantedFacets(
  table: FieldTable,
  { settings: { acl }, shows, allows, isVisibleName }: FacetBounds,
  { keys, disjunctive, search, ...rest }: FacetRequest,
): WantedFacets {
  const facets = new Map<string, Facet>();
  for (const row of table.fields)
    if (row.facet && row.column !== null) {
      const name = fieldName(row.path);
      if (!facets.has(name)) facets.set(name, { ...row, name, column: row.column });
    }
  const isAccessList = (name: string) => name === acl?.field || name === acl?.deny_field;
  const isHidden = (name: string) => (shows(name) && isAccessList(name)) || !allows(name);
  const asked = [...(keys ?? []), ...disjunctive, ...(search === null ? [] : [search.field])];
  const denied = [...new Set(asked)].filter(isHidden);
  if (denied.length > 0)
    throw new SearchRefused('ACCESS_DENIED', 'The API key may not count these fields.', { fields: denied });
  for (const name of [...facets.keys()]) if (isHidden(name)) facets.delete(name);
  const unknown = [...new Set(asked)].filter((name) => !facets.has(name));
  const visibleNames = [...facets.keys()].filter(isVisibleName);
  const memberOf = (name: string) =>
    keys?.includes(name) === true
      ? 'facet_keys'
      : disjunctive.includes(name)
        ? 'disjunctive'
        : 'facet_query.field';
  if (unknown.length > 0)
    throw unknownFacets(unknown, table, { names: visibleNames, isVisibleName, memberOf });
  const known = (name: string) => facets.get(name)!;
  // Facets whose names are visible come first, so that no other takes the place of one.
  const names = keys ?? [...visibleNames, ...facets.keys()];
  const onlyWithValues = keys === null ? [...facets.keys()].filter((name) => !isVisibleName(name)) : [];
  return {
    ...rest,
    facets: [...new Set(names)].slice(0, facetsMax).map(known),
    leftOut: Math.max(0, (keys ?? visibleNames).length - facetsMax),
    onlyWithValues: new Set(onlyWithValues),
    disjunctive: new Set(disjunctive.map((name) => known(name).column)),
    search: search === null ? null : { ...search, facet: searched(known(search.field)) },
  };
}

function searched(facet: Facet): Facet {
  if (facet.type !== 'number' && facet.type !== 'date' && facet.type !== 'bool') return facet;
  throw wrongMember('facet_query.field', `Values of the ${facet.type} field ${facet.name} are no texts.`);
}

/**
 * @param names of the facets that the refusal may suggest
 * @param memberOf member of the body that names a facet
 */
function unknownFacets(
  unknown: readonly string[],
  table: FieldTable,
  {
    names,
    isVisibleName,
    memberOf,
  }: { names: readonly string[]; isVisibleName: IsVisibleName; memberOf: (name: string) => string },
): SearchRefused {
  const fields = new Set(table.fields.map(({ path }) => fieldName(path)));
  const details = unknown.map((name) => {
    const [nearest] = nearestNames(name, names, 1);
    const hint = nearest === undefined ? '' : ` The nearest facet is '${nearest}'.`;
    const kind = fields.has(name) || !isVisibleName(name) ? 'is no facet' : 'is no field';
    return { path: `body.${memberOf(name)}`, code: 'facet_unknown', message: `'${name}' ${kind}.${hint}` };
  });
  return new SearchRefused('FACET_UNKNOWN', details[0]!.message, { fields: unknown, details });
}
