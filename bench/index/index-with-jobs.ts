import { type IndexCaller, indexUploads } from './index-uploads';

/**
 * Seconds of indexing jobs over the texts, as many as it takes, from the first request to the last final
 * state. The texts are uploaded before, which does not count.
 *
 * @throws Error when the jobs did not make one chunk of every text
 */
export async function indexWithJobs(
  caller: IndexCaller,
  round: number,
  texts: readonly string[],
): Promise<number> {
  const named = texts.map((content, at) => ({ name: `round-${round}-text-${at}.txt`, content }));
  const { seconds, files } = await indexUploads(caller, named);
  const complete = files.filter(({ state, chunks }) => state === 'completed' && chunks === 1);
  if (complete.length !== texts.length) {
    const jobIds = [...new Set(files.map(({ jobId }) => jobId))];
    throw new Error(
      `Of ${texts.length} texts ${complete.length} became one chunk (jobs ${jobIds.join(', ')}).`,
    );
  }
  return seconds;
}
