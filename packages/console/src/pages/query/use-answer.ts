import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Sheaf } from 'sheaf-client';
import { mayPass, useSheaf } from '../../data/data-provider';
import { type QueryAnswer, type QueryConfig } from '../../parts/queries/asked';

/** A query as it is sent to one collection. */
export interface Question {
  collection: string;
  query: string;
  config: QueryConfig;
}

const keptMs = 30 * 60_000;
const retriesMax = 3;

/**
 * The cached answer of a question, kept while the tab shows other pages. The hook itself sends no query:
 * queries are billed and recorded.
 */
export function useAnswer(question: Question) {
  const sheaf = useSheaf();
  return useQuery({ ...answerOptions(sheaf, question), enabled: false });
}

/** Sends questions, whose answers {@link useAnswer} returns. */
export function useAsk(): (questions: readonly Question[]) => Promise<void> {
  const sheaf = useSheaf();
  const client = useQueryClient();
  return async (questions) => {
    await Promise.all(questions.map((question) => ask(client, sheaf, question)));
  };
}

async function ask(client: QueryClient, sheaf: Sheaf, question: Question): Promise<void> {
  try {
    await client.query({ ...answerOptions(sheaf, question), staleTime: 0 });
  } catch {
    // The cache keeps the failure, and the page reads it from there.
  }
}

const answerOptions = (sheaf: Sheaf, { collection, query, config }: Question) => ({
  queryKey: ['answer', collection, query, config],
  staleTime: Infinity,
  gcTime: keptMs,
  retry: (failures: number, error: Error) => failures < retriesMax && mayPass(error),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<QueryAnswer> =>
    sheaf.post('/v3/collections/{collection_name}/query', {
      params: { path: { collection_name: collection } },
      body: { ...config, query },
      signal,
    }),
});
