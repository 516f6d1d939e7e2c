import { useEntry } from '../../../parts/use-entry';
import { type FacetRange } from './search-draft';

/** Smallest and largest value of a number facet as fields; `bounds` are those of the records found. */
export function FacetRangeFields(props: {
  bounds: { min: number; max: number };
  range: FacetRange;
  onChange: (range: FacetRange) => void;
}) {
  const { bounds, range, onChange } = props;
  const from = useEntry(textOf(range.gte), (text) => {
    onChange(withBound(range, 'gte', text));
  });
  const to = useEntry(textOf(range.lte), (text) => {
    onChange(withBound(range, 'lte', text));
  });
  return (
    <div className="facet-range">
      <label>
        From <input type="number" step="any" placeholder={shownBound(bounds.min)} {...from} />
      </label>
      <label>
        to <input type="number" step="any" placeholder={shownBound(bounds.max)} {...to} />
      </label>
    </div>
  );
}

/** A bound without the noise of binary fractions. */
const shownBound = (bound: number): string => String(Number(bound.toPrecision(12)));

const textOf = (bound: number | undefined): string => (bound === undefined ? '' : String(bound));

/** The range with one bound set; without it where the text is empty. */
function withBound(range: FacetRange, name: 'gte' | 'lte', text: string): FacetRange {
  const other = name === 'gte' ? 'lte' : 'gte';
  return {
    ...(range[other] !== undefined && { [other]: range[other] }),
    ...(text !== '' && { [name]: Number(text) }),
  };
}
