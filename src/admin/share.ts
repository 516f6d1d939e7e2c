import { parseArgs } from 'node:util';
import { sharedIndexesFeature } from '../domain/documents/features';
import { Refusal, UsageError } from '../refusal';
import { type Stores } from '../stores';
import { type createShareIndex, type ShareOutcome } from '../stores/documents/document-writes';

/** Usage of the command line. */
export const shareUsage = `Usage: npm run --silent share

  Moves small collections (below 50,000 chunks) that have an index of Elasticsearch of their own into indexes that they share
  with others of their organization and environment. The service may run, answer and write meanwhile. A collection is copied
  beside itself and swapped with one write; its former index goes within two hours. A run that broke off goes on when the
  command is given again. It is refused until the feature is enabled: npm run --silent features -- enable shared-indexes

MongoDB and Elasticsearch are those of MONGODB_URL and ELASTICSEARCH_URL, else of the running stack (DATA_DIR, default .data).`;

const collectionsPerBatchMax = 200;

/** Means of the command. */
export interface ShareDeps {
  stores: Pick<Stores, 'collections' | 'installationFeatures'>;
  shareIndex: ReturnType<typeof createShareIndex>;
}

/**
 * Reads the command line. The run answers a line for people.
 *
 * @throws UsageError, Refusal, or an error of `parseArgs`
 */
export function readShareCommand(argv: readonly string[]): (deps: ShareDeps) => Promise<string> {
  const { positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: {} });
  if (positionals.length > 0) throw new UsageError(`what is ${positionals[0]!}?`);

  return async ({ stores: { collections, installationFeatures }, shareIndex }) => {
    if (!(await installationFeatures.isEnabled(sharedIndexesFeature)))
      throw new Refusal('Indexes are not shared: run features enable shared-indexes first.');
    const ends = new Map<ShareOutcome, number>();
    for (let after: string | null = null; ;) {
      const ids = await collections.ids(after, collectionsPerBatchMax);
      for (const id of ids) {
        const end = await shareIndex(id);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
      if (ids.length < collectionsPerBatchMax) break;
      after = ids.at(-1)!;
    }
    const count = (end: ShareOutcome) => ends.get(end) ?? 0;
    const line = `${count('moved')} collections were moved, ${count('kept')} had nothing to move, ${count('large')} are large.`;
    if (count('written_meanwhile') === 0) return line;
    throw new Refusal(
      `${line} ${count('written_meanwhile')} are written to all the time; run this again when their jobs have ended.`,
    );
  };
}
