import { emptyDraft, type FacetRange, type FacetValue, type SearchDraft } from './search-draft';

/** How the hits of a search are shown, which asks for nothing. */
export interface SearchView {
  layout: 'grid' | 'list';
  /** Whether the pictures of the records are loaded from their hosts. */
  hasPictures: boolean;
  /** Facets whose values are all shown. */
  opened: string[];
}

/** A search, the page of its hits from 0, and the view of them. */
export interface AskedSearch {
  draft: SearchDraft;
  page: number;
  view: SearchView;
}

export const emptyView: SearchView = { layout: 'grid', hasPictures: true, opened: [] };

const strengths = ['low', 'medium', 'high'] as const;
/** Prefix of the parameters for selected values; the name of the facet follows. */
const facetPrefix = 'facet.';
/** Prefix of the parameters for ranges; the name of the facet follows. */
const rangePrefix = 'range.';
/** Between the bounds of a range, of which one may be empty. */
const rangeMark = '..';
const pagePattern = /^[1-9]\d{0,5}$/;

/** Reads the search from the address of the page; invalid parts are left out. */
export function readSearch(params: URLSearchParams): AskedSearch {
  const text = (name: string) => params.get(name) ?? '';
  const chosen = <T extends string>(name: string, values: readonly T[], other: T): T =>
    values.find((value) => value === text(name)) ?? other;
  const groupBy = text('group_by');
  const page = text('page');
  const ticked = readTicked(params);
  return {
    draft: {
      ...emptyDraft,
      query: text('query'),
      filter: text('filter'),
      prefer: params.getAll('prefer').flatMap(readPreference),
      ticked,
      ranges: readRanges(params, ticked),
      groupBy,
      groups: groupBy !== '' ? 'field' : chosen('groups', ['default', 'none'], 'default'),
      sortBy: text('sort'),
      sortOrder: chosen('order', ['asc', 'desc'], 'asc'),
      constraints: chosen('amounts', ['ranking', 'filter', 'off'], 'ranking'),
      typo: chosen('typos', ['auto', 'off'], 'auto'),
      userToken: text('user_token'),
    },
    page: pagePattern.test(page) ? Number(page) - 1 : 0,
    view: {
      layout: chosen('view', ['grid', 'list'], 'grid'),
      hasPictures: text('pictures') !== 'off',
      opened: params.getAll('more'),
    },
  };
}

/** Address parameters of a search; members with their default are left out. */
export function addressOf({ draft, page, view }: AskedSearch): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string, usual = '') => {
    if (value !== usual) params.set(name, value);
  };
  set('query', draft.query);
  set('filter', draft.filter);
  for (const { filter, strength } of draft.prefer) params.append('prefer', `${strength}:${filter}`);
  for (const [facet, values] of Object.entries(draft.ticked))
    for (const value of values) params.append(facetPrefix + facet, JSON.stringify(value));
  for (const [facet, { gte, lte }] of Object.entries(draft.ranges))
    set(rangePrefix + facet, `${gte ?? ''}${rangeMark}${lte ?? ''}`, rangeMark);
  if (draft.groups === 'field') set('group_by', draft.groupBy);
  else set('groups', draft.groups, emptyDraft.groups);
  set('sort', draft.sortBy);
  if (draft.sortBy !== '') set('order', draft.sortOrder, emptyDraft.sortOrder);
  set('amounts', draft.constraints, emptyDraft.constraints);
  set('typos', draft.typo, emptyDraft.typo);
  set('user_token', draft.userToken);
  if (page > 0) set('page', String(page + 1));
  set('view', view.layout, emptyView.layout);
  if (!view.hasPictures) set('pictures', 'off');
  for (const facet of view.opened) params.append('more', facet);
  return params;
}

function readPreference(text: string): SearchDraft['prefer'] {
  const strength = strengths.find((one) => text.startsWith(`${one}:`));
  return strength === undefined ? [] : [{ filter: text.slice(strength.length + 1), strength }];
}

function readTicked(params: URLSearchParams): SearchDraft['ticked'] {
  const ticked = new Map<string, FacetValue[]>();
  for (const [name, text] of params) {
    const value = name.startsWith(facetPrefix) ? facetValue(text) : null;
    const facet = name.slice(facetPrefix.length);
    if (value !== null) ticked.set(facet, [...(ticked.get(facet) ?? []), value]);
  }
  return Object.fromEntries(ticked);
}

function facetValue(text: string): FacetValue | null {
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

function readRanges(params: URLSearchParams, ticked: SearchDraft['ticked']): SearchDraft['ranges'] {
  const ranges = [...params].flatMap(([name, text]): [string, FacetRange][] => {
    const facet = name.slice(rangePrefix.length);
    const range = name.startsWith(rangePrefix) && !Object.hasOwn(ticked, facet) ? readRange(text) : null;
    return range === null ? [] : [[facet, range]];
  });
  return Object.fromEntries(ranges);
}

function readRange(text: string): FacetRange | null {
  const bounds = text.split(rangeMark);
  if (bounds.length !== 2) return null;
  const [gte, lte] = bounds.map((bound) => (bound.trim() === '' ? undefined : Number(bound)));
  if ([gte, lte].some((bound) => bound !== undefined && !Number.isFinite(bound))) return null;
  if (gte === undefined && lte === undefined) return null;
  return { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
}
