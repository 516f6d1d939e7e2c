import { formatCount } from '../../../parts/format';
import { facetValueText } from './facet-name';
import { facetValuesMax, type FacetValue } from './search-draft';

/** Values that a closed facet shows, besides those that are selected. */
const closedCount = 6;

/** Values of a facet as checkboxes with their counts: the first ones, or all that were read. */
export function FacetValues(props: {
  facet: string;
  values: readonly { value: FacetValue; count: number }[];
  ticked: readonly FacetValue[];
  isOpen: boolean;
  onTick: (facet: string, value: FacetValue) => void;
  onOpen: (facet: string, isOpen: boolean) => void;
}) {
  const { facet, values, ticked, isOpen, onTick, onOpen } = props;
  const shown = values.filter(({ value }, at) => isOpen || at < closedCount || ticked.includes(value));
  const rest = values.length - shown.length;
  return (
    <>
      {shown.map(({ value, count }) => (
        <label key={String(value)} className="facet-value">
          <input
            type="checkbox"
            checked={ticked.includes(value)}
            onChange={() => {
              onTick(facet, value);
            }}
          />{' '}
          <span>{facetValueText(value)}</span> <span className="hint number">({formatCount(count)})</span>
        </label>
      ))}
      {isOpen && values.length === facetValuesMax && (
        <p className="hint">The {formatCount(facetValuesMax)} most frequent values.</p>
      )}
      {(rest > 0 || isOpen) && (
        <button
          type="button"
          className="link"
          aria-expanded={isOpen}
          onClick={() => {
            onOpen(facet, !isOpen);
          }}
        >
          {isOpen ? 'Show less' : `Show ${formatCount(rest)} more`}
        </button>
      )}
    </>
  );
}
