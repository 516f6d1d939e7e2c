import { useQuery } from '@tanstack/react-query';
import { SheafError } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { Fault } from '../../../parts/fault';
import { formatDay } from '../../../parts/format';
import { conclusionOf } from './conclusion';
import { type Days, lastDayBefore, windowOf } from './days';
import { GroupFigures } from './group-figures';
import { SplitNote } from './split-note';

const refetchMs = 15_000;

/** Counts of the groups of a layer over some days, with conclusions. */
export function ExperimentReport({ index, layer, days }: { index: string; layer: string; days: Days }) {
  const sheaf = useSheaf();
  const report = useQuery({
    queryKey: ['product-experiment', index, layer, days],
    queryFn: ({ signal }) =>
      sheaf.get('/v1/indexes/{index}/experiments/{layer}', {
        params: { path: { index, layer }, query: windowOf(days) },
        signal,
      }),
    refetchInterval: ({ state }) => (state.data?.complete === true ? false : refetchMs),
  });
  const { data, error } = report;
  if (error !== null) {
    const isLasting = error instanceof SheafError && error.status < 500 && error.status !== 429;
    return <Fault error={error} {...(!isLasting && { retry: () => void report.refetch() })} />;
  }
  if (data === undefined) return <p role="status">Reading the figures…</p>;
  const { groups, complete, sample_ratio: ratio } = data;
  const control = groups.find((group) => group.control);
  const hasSearches = groups.some(({ searches }) => searches > 0);
  return (
    <>
      <p className="hint">
        {formatDay(data.from)} to {formatDay(lastDayBefore(data.to))}, days of UTC.{' '}
        {complete
          ? 'Nothing more is counted for these days.'
          : 'Counts still come in: what shoppers do counts up to four days after their search.'}
      </p>
      {!hasSearches && (
        <p>
          No search was counted in these days. Searches count that carry <code>user_token</code> and name no{' '}
          <code>variant</code>.
        </p>
      )}
      {hasSearches && <SplitNote ratio={ratio} />}
      {hasSearches && !ratio.flagged && control !== undefined && (
        <ul>
          {groups
            .filter((group) => !group.control)
            .map((group) => (
              <li key={group.name}>{conclusionOf(group, control)}</li>
            ))}
        </ul>
      )}
      <GroupFigures groups={groups} />
    </>
  );
}
