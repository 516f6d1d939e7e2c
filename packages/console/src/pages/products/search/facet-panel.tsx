import { type components } from 'sheaf-client';
import { type ProductField } from '../fields/field-rows';
import { FacetRangeFields } from './facet-range-fields';
import { FacetValues } from './facet-values';
import { facetName } from './facet-name';
import { type FacetRange, type FacetValue, type SearchDraft } from './search-draft';

type Answer = components['schemas']['ProductSearchAnswer'];

interface FacetActions {
  fields: Readonly<Record<string, ProductField>>;
  draft: SearchDraft;
  /** Facets whose values are all shown. */
  opened: readonly string[];
  onTick: (facet: string, value: FacetValue) => void;
  onRange: (facet: string, range: FacetRange) => void;
  onOpen: (facet: string, isOpen: boolean) => void;
}

/** Facets of an answer: values as checkboxes, numbers as ranges. Those that narrow nothing are the last. */
export function FacetPanel({ answer, ...actions }: FacetActions & { answer: Answer }) {
  const { fields } = actions;
  const names = new Set([...Object.keys(answer.facets ?? {}), ...Object.keys(answer.facet_stats ?? {})]);
  const facets = [...names].filter(
    (facet) => valuesOf(answer, facet).length > 0 || rangeOf(answer, fields, facet) !== null,
  );
  const useful = facets.filter((facet) => isChosen(actions.draft, facet) || narrows(answer, facet, fields));
  const others = facets.filter((facet) => !useful.includes(facet));
  return (
    <section aria-label="Facets" className="facets">
      <details open={isWide()}>
        <summary>Facets</summary>
        {facets.length === 0 && <p className="empty">No facet has a value here.</p>}
        {answer.facets_exact === false && <p className="hint">Counts are of a part of the records.</p>}
        {useful.map((facet) => (
          <Facet key={facet} facet={facet} answer={answer} {...actions} />
        ))}
        {others.length > 0 && (
          <details>
            <summary>Facets that narrow nothing here</summary>
            {others.map((facet) => (
              <Facet key={facet} facet={facet} answer={answer} {...actions} />
            ))}
          </details>
        )}
        {facets.length > 0 && answer.warnings.some(({ code }) => code === 'FACETS_LEFT_OUT') && (
          <p className="hint">Further facets of the index are not counted here.</p>
        )}
      </details>
    </section>
  );
}

function Facet(props: FacetActions & { facet: string; answer: Answer }) {
  const { facet, answer, fields, draft, opened, onTick, onRange, onOpen } = props;
  const bounds = rangeOf(answer, fields, facet);
  return (
    <fieldset>
      <legend title={facet}>{facetName(facet)}</legend>
      {bounds !== null ? (
        <FacetRangeFields
          bounds={bounds}
          range={draft.ranges[facet] ?? {}}
          onChange={(range) => {
            onRange(facet, range);
          }}
        />
      ) : (
        <FacetValues
          facet={facet}
          values={valuesOf(answer, facet)}
          ticked={draft.ticked[facet] ?? []}
          isOpen={opened.includes(facet)}
          onTick={onTick}
          onOpen={onOpen}
        />
      )}
    </fieldset>
  );
}

/** Whether the facets stand beside the hits; otherwise they stand above them, closed. */
const isWide = () => matchMedia('(width > 60rem)').matches;

const valuesOf = ({ facets }: Answer, facet: string) => facets?.[facet] ?? [];

/** Smallest and largest value of a facet of numbers; null for others, also for dates. */
function rangeOf(answer: Answer, fields: FacetActions['fields'], facet: string) {
  const values = valuesOf(answer, facet);
  const isNumber =
    fields[facet]?.type === 'number' ||
    (values.length > 0 && values.every(({ value }) => typeof value === 'number'));
  return isNumber ? (answer.facet_stats?.[facet] ?? null) : null;
}

const isChosen = ({ ticked, ranges }: SearchDraft, facet: string) =>
  (ticked[facet] ?? []).length > 0 || Object.hasOwn(ranges, facet);

/** Whether a value of the facet would leave some of the records out. */
function narrows(answer: Answer, facet: string, fields: FacetActions['fields']): boolean {
  const range = rangeOf(answer, fields, facet);
  if (range !== null) return range.min !== range.max;
  const values = valuesOf(answer, facet);
  return values.length > 1 || values.some(({ count }) => count !== answer.facet_set_size);
}
