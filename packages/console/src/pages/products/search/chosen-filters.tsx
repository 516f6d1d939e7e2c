import { Chips } from '../../../parts/chips';
import { formatNumber } from '../../../parts/format';
import { facetName, facetValueText } from './facet-name';
import { type FacetRange, type SearchDraft, withoutFilters, withRange, withToggled } from './search-draft';

/** Selected values, ranges and the filter of a search, as buttons that remove them. */
export const ChosenFilters = (props: { draft: SearchDraft; onChange: (draft: SearchDraft) => void }) => (
  <Chips
    label="Chosen filters"
    chips={chipsOf(props.draft)}
    cleared={withoutFilters(props.draft)}
    onChange={props.onChange}
  />
);

interface Chip {
  text: string;
  /** The draft without it. */
  rest: SearchDraft;
}

function chipsOf(draft: SearchDraft): Chip[] {
  const values = Object.entries(draft.ticked).flatMap(([facet, ticked]) =>
    ticked.map((value) => ({
      text: `${facetName(facet)}: ${facetValueText(value)}`,
      rest: withToggled(draft, facet, value),
    })),
  );
  const ranges = Object.entries(draft.ranges).map(([facet, range]) => ({
    text: `${facetName(facet)}: ${rangeText(range)}`,
    rest: withRange(draft, facet, {}),
  }));
  const filter = draft.filter.trim();
  return [
    ...values,
    ...ranges,
    ...(filter === '' ? [] : [{ text: `Filter: ${filter}`, rest: { ...draft, filter: '' } }]),
  ];
}

function rangeText({ gte, lte }: FacetRange): string {
  if (lte === undefined) return `from ${formatNumber(gte ?? 0)}`;
  if (gte === undefined) return `up to ${formatNumber(lte)}`;
  return `${formatNumber(gte)} to ${formatNumber(lte)}`;
}
