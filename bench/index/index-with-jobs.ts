import { type IndexCaller, indexUploads } from './index-uploads';

/** What a round indexes: its name, its texts, and further options of the requests. */
export interface IndexRound {
  name: string;
  texts: readonly string[];
  options?: Readonly<Record<string, unknown>>;
}

/**
 * Seconds of indexing jobs over the texts, as many as it takes, from the first request to the last final
 * state. The texts are uploaded before, which does not count.
 *
 * @throws Error when the jobs did not make one chunk of every text
 */
export async function indexWithJobs(
  caller: IndexCaller,
  { name, texts, options = {} }: IndexRound,
): Promise<number> {
  const named = texts.map((content, at) => ({ name: `${name}-text-${at}.txt`, content }));
  const { seconds, files } = await indexUploads(caller, named, options);
  const complete = files.filter(({ state, chunks }) => state === 'completed' && chunks === 1);
  if (complete.length !== texts.length) {
    const jobIds = [...new Set(files.map(({ jobId }) => jobId))];
    throw new Error(
      `Of ${texts.length} texts ${complete.length} became one chunk (jobs ${jobIds.join(', ')}).`,
    );
  }
  return seconds;
}
