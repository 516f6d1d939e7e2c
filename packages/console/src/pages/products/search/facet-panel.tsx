import { type components } from 'sheaf-client';
import { formatCount } from '../../../parts/format';
import { Tick } from '../../../parts/tick';
import { type SearchDraft } from './search-draft';

/** Facets of an answer as checkboxes. */
export function FacetPanel(props: {
  answer: components['schemas']['ProductSearchAnswer'];
  ticked: SearchDraft['ticked'];
  onTick: (facet: string, value: string | number | boolean) => void;
}) {
  const { answer, ticked, onTick } = props;
  const facets = Object.entries(answer.facets ?? {}).filter(([, values]) => values.length > 0);
  return (
    <section aria-label="Facets" className="facets">
      {facets.length === 0 && <p className="empty">No facet has a value here.</p>}
      {answer.facets_exact === false && <p className="hint">Counts are of a part of the records.</p>}
      {facets.map(([facet, values]) => (
        <fieldset key={facet}>
          <legend>{facet}</legend>
          {values.map(({ value, count }) => (
            <div key={String(value)}>
              <Tick
                label={`${String(value)} (${formatCount(count)})`}
                checked={ticked[facet]?.includes(value) ?? false}
                onChange={() => {
                  onTick(facet, value);
                }}
              />
            </div>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
