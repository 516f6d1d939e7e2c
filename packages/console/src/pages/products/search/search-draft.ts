import { type components } from 'sheaf-client';

type SearchRequest = components['schemas']['ProductSearchRequest'];
export type FacetValue = string | number | boolean;

/** Bounds of a number, both included; an absent one is open. */
export interface FacetRange {
  gte?: number;
  lte?: number;
}

/** Values of the search form. */
export interface SearchDraft {
  query: string;
  filter: string;
  /** Filters whose records are preferred, each with a strength. */
  prefer: { filter: string; strength: 'low' | 'medium' | 'high' }[];
  /** Selected values, by facet. */
  ticked: Record<string, FacetValue[]>;
  /** Selected ranges, by facet; none for a facet with selected values. */
  ranges: Record<string, FacetRange>;
  /** Field to group by; empty for the default of the index. */
  groupBy: string;
  groups: 'default' | 'field' | 'none';
  groupSize: number;
  sortBy: string;
  sortOrder: 'asc' | 'desc';
  constraints: 'ranking' | 'filter' | 'off';
  typo: 'auto' | 'off';
  userToken: string;
  explain: boolean;
}

export const emptyDraft: SearchDraft = {
  query: '',
  filter: '',
  prefer: [],
  ticked: {},
  ranges: {},
  groupBy: '',
  groups: 'default',
  groupSize: 3,
  sortBy: '',
  sortOrder: 'asc',
  constraints: 'ranking',
  typo: 'auto',
  userToken: '',
  explain: true,
};

/** Values of each facet that are read; a list shows the first of them until more are asked for. */
export const facetValuesMax = 100;

/** Body of the request. What is selected of a facet does not narrow its own counts. */
export function searchBodyOf(draft: SearchDraft, page: number): SearchRequest {
  const prefer = draft.prefer.filter(({ filter }) => filter.trim() !== '');
  const filters = filtersOf(draft);
  const selected = Object.keys(filters);
  return {
    query: draft.query,
    page,
    facets: true,
    facet_stats: true,
    facet_limit: facetValuesMax,
    explain: draft.explain,
    constraints: draft.constraints,
    typo: draft.typo,
    ...(draft.filter.trim() !== '' && { filter: draft.filter }),
    ...(prefer.length > 0 && { prefer }),
    ...(selected.length > 0 && { filters, disjunctive: selected }),
    ...(draft.groups === 'none' && { group_by: false as const }),
    ...(draft.groups === 'field' &&
      draft.groupBy !== '' && { group_by: { field: draft.groupBy, size: draft.groupSize } }),
    ...(draft.sortBy !== '' && { sort: [{ field: draft.sortBy, order: draft.sortOrder }] }),
    ...(draft.userToken !== '' && { user_token: draft.userToken }),
  };
}

/** The selected values and ranges as filters by field. */
export function filtersOf({ ticked, ranges }: SearchDraft): Record<string, FacetValue[] | FacetRange> {
  const values = Object.entries(ticked).filter(([, selected]) => selected.length > 0);
  return { ...ranges, ...Object.fromEntries(values) };
}

/** The draft with a value of a facet added or removed. */
export function withToggled(draft: SearchDraft, facet: string, value: FacetValue): SearchDraft {
  const values = draft.ticked[facet] ?? [];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return { ...draft, ticked: { ...draft.ticked, [facet]: next }, ranges: without(draft.ranges, facet) };
}

/** The draft with a range of a facet in place of what was selected; one without bounds selects all. */
export function withRange(draft: SearchDraft, facet: string, range: FacetRange): SearchDraft {
  const others = without(draft.ranges, facet);
  const isOpen = range.gte === undefined && range.lte === undefined;
  return {
    ...draft,
    ticked: without(draft.ticked, facet),
    ranges: isOpen ? others : { ...others, [facet]: range },
  };
}

/** The draft without selected values, ranges and filter. */
export const withoutFilters = (draft: SearchDraft): SearchDraft => ({
  ...draft,
  filter: '',
  ticked: {},
  ranges: {},
});

function without<Value>(members: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([one]) => one !== name));
}
