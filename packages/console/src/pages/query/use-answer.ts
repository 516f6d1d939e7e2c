import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Sheaf } from 'sheaf-client';
import { mayPass, useSheaf } from '../../data/data-provider';
import { type Found, foundIn, foundInSeveral } from '../../parts/queries/found';
import { bodyOf, type Question } from './question';

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

/** Sends questions, whose answers {@link useAnswer} returns. Settles with their failures, null for none. */
export function useAsk(): (questions: readonly Question[]) => Promise<unknown[]> {
  const sheaf = useSheaf();
  const client = useQueryClient();
  return (questions) => Promise.all(questions.map((question) => ask(client, sheaf, question)));
}

async function ask(client: QueryClient, sheaf: Sheaf, question: Question): Promise<unknown> {
  try {
    await client.query({ ...answerOptions(sheaf, question), staleTime: 0 });
    return null;
  } catch (error) {
    // The cache keeps the failure too, and the page shows it from there.
    return error;
  }
}

const answerOptions = (sheaf: Sheaf, question: Question) => ({
  queryKey: ['answer', question.collections, question.query, question.config],
  staleTime: Infinity,
  gcTime: keptMs,
  retry: (failures: number, error: Error) => failures < retriesMax && mayPass(error),
  queryFn: ({ signal }: { signal: AbortSignal }) => answer(sheaf, question, signal),
});

async function answer(sheaf: Sheaf, question: Question, signal: AbortSignal): Promise<Found> {
  const { collections } = question;
  const body = bodyOf(question);
  if (collections.length > 1)
    return foundInSeveral(
      await sheaf.post('/v3/query', { body: { ...body, collections: [...collections] }, signal }),
    );
  const collection = collections[0] ?? '';
  return foundIn(
    collection,
    await sheaf.post('/v3/collections/{collection_name}/query', {
      params: { path: { collection_name: collection } },
      body,
      signal,
    }),
  );
}
