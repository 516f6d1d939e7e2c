import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { Fault } from '../../../parts/fault';
import { formatCount } from '../../../parts/format';
import { Moment } from '../../../parts/moment';

type Bound = components['schemas']['MaskingBound'];

/** Kinds of the report with their counts, and the bound that the collection has for each. */
export function BoundFields(props: { collection: string; file: components['schemas']['MaskedFile'] }) {
  const { collection, file } = props;
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const queryKey = ['collection', collection, 'masking-bounds'];
  const params = { path: { collection_name: collection } };
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      sheaf.get('/v2/collections/{collection_name}/masking-bounds', { params, signal }),
  });
  const setting = useMutation({
    mutationFn: ({ tag, bound }: Pick<Bound, 'tag' | 'bound'>) =>
      sheaf.put('/v2/collections/{collection_name}/masking-bounds/{tag}', {
        params: { path: { collection_name: collection, tag } },
        body: { bound },
      }),
    onSuccess: (bounds) => {
      queries.setQueryData(queryKey, bounds);
    },
  });
  const fault = error ?? setting.error;
  const isReported = ({ tag, bound, set_at: setAt }: Bound) =>
    bound !== 'default' || setAt !== null || (file.counts[tag] ?? 0) + (file.near_counts?.[tag] ?? 0) > 0;
  return (
    <section aria-label="Kinds" className="plain-table bounds">
      {fault !== null && <Fault error={fault} />}
      <table>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col" className="number">
              Masked
            </th>
            <th scope="col" className="number">
              Nearly masked
            </th>
            <th scope="col">What the collection masks</th>
          </tr>
        </thead>
        <tbody>
          {data?.bounds.filter(isReported).map((one) => (
            <tr key={one.tag}>
              <th scope="row">{one.tag}</th>
              <td className="number">{formatCount(file.counts[one.tag] ?? 0)}</td>
              <td className="number">
                {file.near_counts === null ? '–' : formatCount(file.near_counts[one.tag] ?? 0)}
              </td>
              <td>
                <BoundChoice
                  bound={one}
                  isBusy={setting.isPending}
                  set={(bound) => {
                    setting.mutate({ tag: one.tag, bound });
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        A change holds for jobs that are accepted afterwards: index the file again to see what it does.
      </p>
    </section>
  );
}

/** What each bound masks of a kind that is found by evidence. */
const gradedTexts = {
  off: 'off: nothing',
  stricter: 'stricter: what is surer',
  default: 'default',
  wider: 'wider: nearly masked too',
} as const;

/** What each bound masks of a kind whose values have a form that they meet or not. */
const fixedTexts = { ...gradedTexts, default: 'default: all of the kind' } as const;

function BoundChoice(props: { bound: Bound; isBusy: boolean; set: (bound: Bound['bound']) => void }) {
  const { bound, isBusy, set } = props;
  const choices = bound.graded
    ? (['off', 'stricter', 'default', 'wider'] as const)
    : (['off', 'default'] as const);
  return (
    <>
      <select
        aria-label={`Bound of ${bound.tag}`}
        value={bound.bound}
        disabled={isBusy}
        onChange={(event) => {
          set(event.target.value as Bound['bound']);
        }}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {bound.graded ? gradedTexts[choice] : fixedTexts[choice]}
          </option>
        ))}
      </select>
      {bound.set_at !== null && (
        <span className="hint">
          {' '}
          set <Moment at={bound.set_at} /> by <code>{bound.set_by}</code>
        </span>
      )}
    </>
  );
}
