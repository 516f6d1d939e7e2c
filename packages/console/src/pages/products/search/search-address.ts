import { emptyDraft, type SearchDraft } from './search-draft';

/** A search, and the page of its hits from 0. */
export interface AskedSearch {
  draft: SearchDraft;
  page: number;
}

const strengths = ['low', 'medium', 'high'] as const;
/** Prefix of the parameters for selected values; the name of the facet follows. */
const facetPrefix = 'facet.';
const pagePattern = /^[1-9]\d{0,5}$/;

/** Reads the search from the address of the page; invalid parts are left out. */
export function readSearch(params: URLSearchParams): AskedSearch {
  const text = (name: string) => params.get(name) ?? '';
  const chosen = <T extends string>(name: string, values: readonly T[], other: T): T =>
    values.find((value) => value === text(name)) ?? other;
  const groupBy = text('group_by');
  const page = text('page');
  return {
    draft: {
      ...emptyDraft,
      query: text('query'),
      filter: text('filter'),
      prefer: params.getAll('prefer').flatMap(readPreference),
      ticked: readTicked(params),
      groupBy,
      groups: groupBy !== '' ? 'field' : chosen('groups', ['default', 'none'], 'default'),
      sortBy: text('sort'),
      sortOrder: chosen('order', ['asc', 'desc'], 'asc'),
      constraints: chosen('amounts', ['ranking', 'filter', 'off'], 'ranking'),
      typo: chosen('typos', ['auto', 'off'], 'auto'),
      userToken: text('user_token'),
    },
    page: pagePattern.test(page) ? Number(page) - 1 : 0,
  };
}

/** Address parameters of a search; members with their default are left out. */
export function addressOf({ draft, page }: AskedSearch): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string, usual = '') => {
    if (value !== usual) params.set(name, value);
  };
  set('query', draft.query);
  set('filter', draft.filter);
  for (const { filter, strength } of draft.prefer) params.append('prefer', `${strength}:${filter}`);
  for (const [facet, values] of Object.entries(draft.ticked))
    for (const value of values) params.append(facetPrefix + facet, JSON.stringify(value));
  if (draft.groups === 'field') set('group_by', draft.groupBy);
  else set('groups', draft.groups, emptyDraft.groups);
  set('sort', draft.sortBy);
  if (draft.sortBy !== '') set('order', draft.sortOrder, emptyDraft.sortOrder);
  set('amounts', draft.constraints, emptyDraft.constraints);
  set('typos', draft.typo, emptyDraft.typo);
  set('user_token', draft.userToken);
  if (page > 0) set('page', String(page + 1));
  return params;
}

function readPreference(text: string): SearchDraft['prefer'] {
  const strength = strengths.find((one) => text.startsWith(`${one}:`));
  return strength === undefined ? [] : [{ filter: text.slice(strength.length + 1), strength }];
}

function readTicked(params: URLSearchParams): SearchDraft['ticked'] {
  const ticked = new Map<string, SearchDraft['ticked'][string]>();
  for (const [name, text] of params) {
    const value = name.startsWith(facetPrefix) ? facetValue(text) : null;
    const facet = name.slice(facetPrefix.length);
    if (value !== null) ticked.set(facet, [...(ticked.get(facet) ?? []), value]);
  }
  return Object.fromEntries(ticked);
}

function facetValue(text: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : null;
  } catch {
    // The address may be typed by hand.
    return null;
  }
}
