import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../data/data-provider';
import { Field } from '../../parts/field';
import { type FieldFaults, problemAt } from '../../parts/field-faults';
import { NameList } from '../../parts/name-list';
import { Problem } from '../../parts/problem';
import { Tick } from '../../parts/tick';
import { type EndpointDraft } from './endpoint-draft';
import { withValue } from '../../parts/with-value';

const offeredMax = 200;
const sources = ['api', 'sync'] as const;

/** Fields for the filter of an endpoint, which selects jobs. */
export function FilterFields(props: {
  draft: EndpointDraft;
  faults: FieldFaults;
  set: (members: Partial<EndpointDraft>) => void;
}) {
  const { draft, faults, set } = props;
  const sheaf = useSheaf();
  // A key that cannot list collections can still enter their ids.
  const collections = useQuery({
    queryKey: ['collections', 'names'],
    queryFn: ({ signal }) =>
      sheaf.get('/v2/collections', { params: { query: { limit: offeredMax } }, signal }),
  });
  const known = collections.data?.collections.map(({ collection_id: value, collection_name: name }) => ({
    value,
    name,
  }));
  return (
    <fieldset className="form">
      <legend>Only jobs of</legend>
      <p className="hint">
        An empty list lets everything through. Values of one list are alternatives, and all lists must match.
        A list has at most 10 values, and the lists together at most 10 combinations.
      </p>
      <Field label="Collections, by id" problem={problemAt(faults, 'collection_ids')}>
        {(control) => (
          <NameList
            control={control}
            names={draft.collection_ids}
            known={known ?? []}
            thing="collection"
            onChange={(collection_ids) => {
              set({ collection_ids });
            }}
          />
        )}
      </Field>
      <Field label="Syncs, by id" problem={problemAt(faults, 'sync_ids')}>
        {(control) => (
          <NameList
            control={control}
            names={draft.sync_ids}
            known={[]}
            thing="sync"
            onChange={(sync_ids) => {
              set({ sync_ids });
            }}
          />
        )}
      </Field>
      <p className="ticks">
        Submitted by
        {sources.map((source) => (
          <Tick
            key={source}
            label={source === 'api' ? 'callers of the API' : 'syncs'}
            checked={draft.sources.includes(source)}
            onChange={(isTicked) => {
              set({ sources: withValue(draft.sources, source, isTicked) });
            }}
          />
        ))}
      </p>
      <Problem text={problemAt(faults, 'sources')} />
      <Problem text={problemAt(faults, 'filter')} />
    </fieldset>
  );
}
