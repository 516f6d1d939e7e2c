import { useQueries } from '@tanstack/react-query';
import { type Sheaf } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { failedIndexJobs, runningIndexJobs } from './index-jobs';
import { newestOf, type PanelJobs } from './panel-job';
import { failedParseJobs, runningParseJobs } from './parse-jobs';
import { failedProductJobs, runningProductJobs } from './product-jobs';
import { type Source } from './source';

type ReadJobs = (sheaf: Sheaf, signal: AbortSignal) => Promise<PanelJobs>;

/** Kinds of jobs with their lists. */
const kinds: readonly { name: string; list: string; running: ReadJobs; failed: ReadJobs }[] = [
  { name: 'indexing jobs', list: '/jobs/documents', running: runningIndexJobs, failed: failedIndexJobs },
  { name: 'parse jobs', list: '/parse', running: runningParseJobs, failed: failedParseJobs },
  { name: 'product jobs', list: '/jobs/products', running: runningProductJobs, failed: failedProductJobs },
];

/** Pauses between reads: what runs changes by the second, what has failed stays. */
const refetchMs = { running: 5_000, failed: 15_000 };

/** Jobs of all kinds, and the lists that have more of them. */
export interface MixedJobs extends PanelJobs {
  sources: readonly Source[];
  lists: readonly { name: string; list: string }[];
}

/** Jobs of all kinds that run now, or that have failed today. */
export function useJobs(state: 'running' | 'failed'): MixedJobs {
  const sheaf = useSheaf();
  const reads = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ['home', state, kind.name],
      queryFn: ({ signal }: { signal: AbortSignal }) => kind[state](sheaf, signal),
      refetchInterval: refetchMs[state],
    })),
  });
  const found = reads.map(({ data }) => data ?? { jobs: [], hasMore: false });
  const all = newestOf(
    found.flatMap(({ jobs }) => jobs),
    found.some(({ hasMore }) => hasMore),
  );
  return {
    ...all,
    sources: reads.map((query, at) => ({ name: kinds[at]!.name, query })),
    lists: kinds.filter((_, at) => found[at]!.jobs.length > 0).map(({ name, list }) => ({ name, list })),
  };
}
