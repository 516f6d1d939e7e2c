import { type components } from 'sheaf-client';

type SearchRequest = components['schemas']['ProductSearchRequest'];

/** Values of the search form. */
export interface SearchDraft {
  query: string;
  filter: string;
  /** Filters whose records are preferred, each with a strength. */
  prefer: { filter: string; strength: 'low' | 'medium' | 'high' }[];
  /** Selected values, by facet. */
  ticked: Record<string, (string | number | boolean)[]>;
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

/** Body of the request. The selected values of a facet do not narrow its own counts. */
export function searchBodyOf(draft: SearchDraft, page: number): SearchRequest {
  const ticked = Object.entries(draft.ticked).filter(([, values]) => values.length > 0);
  const prefer = draft.prefer.filter(({ filter }) => filter.trim() !== '');
  return {
    query: draft.query,
    page,
    facets: true,
    explain: draft.explain,
    constraints: draft.constraints,
    typo: draft.typo,
    ...(draft.filter.trim() !== '' && { filter: draft.filter }),
    ...(prefer.length > 0 && { prefer }),
    ...(ticked.length > 0 && {
      filters: Object.fromEntries(ticked),
      disjunctive: ticked.map(([facet]) => facet),
    }),
    ...(draft.groups === 'none' && { group_by: false as const }),
    ...(draft.groups === 'field' &&
      draft.groupBy !== '' && { group_by: { field: draft.groupBy, size: draft.groupSize } }),
    ...(draft.sortBy !== '' && { sort: [{ field: draft.sortBy, order: draft.sortOrder }] }),
    ...(draft.userToken !== '' && { user_token: draft.userToken }),
  };
}

/** The selected values with one added or removed. */
export function toggled(
  ticked: SearchDraft['ticked'],
  facet: string,
  value: string | number | boolean,
): SearchDraft['ticked'] {
  const values = ticked[facet] ?? [];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return { ...ticked, [facet]: next };
}
