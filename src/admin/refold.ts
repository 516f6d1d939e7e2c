import { parseArgs } from 'node:util';
import { UsageError } from '../refusal';
import { type NamespaceStore } from '../stores/documents/contents/namespaces';
import { type Refolded } from '../stores/documents/search-index';

/** Usage of the command line. */
export const refoldUsage = `Usage: npm run --silent refold

  Rewrites the words of all documents that former versions have indexed in the form in which queries compare them now: without
  accents, vowel points and invisible characters, in one spelling of Unicode, with the stems of their language, and without the
  escapes of line breaks in the cells of tables. The service
  may run and write meanwhile, but every program of it must have this version. Until a document is rewritten it is found as
  before. What broke off is gone on with when this is run again; texts, vectors and answers stay as they are.

MongoDB and Elasticsearch are those of MONGODB_URL and ELASTICSEARCH_URL, else of the running stack (DATA_DIR, default .data).`;

const namespacesPerBatchMax = 200;

/** Means of the command. */
export interface RefoldDeps {
  namespaces: Pick<NamespaceStore, 'list'>;
  refold: (namespace: string) => Promise<Refolded | null>;
}

/**
 * Reads the command line. The run answers a line for people.
 *
 * @throws UsageError, or an error of `parseArgs`
 */
export function readRefoldCommand(argv: readonly string[]): (deps: RefoldDeps) => Promise<string> {
  const { positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: {} });
  if (positionals.length > 0) throw new UsageError(`what is ${positionals[0]!}?`);

  return async ({ namespaces, refold }) => {
    const total = { indexes: 0, rows: 0, rewritten: 0 };
    let after: string | null = null;
    do {
      const batch = await namespaces.list(after, namespacesPerBatchMax);
      for (const { _id } of batch) {
        const done = await refold(_id);
        if (done === null) continue;
        total.indexes++;
        total.rows += done.rows;
        total.rewritten += done.rewritten;
      }
      after = batch.length < namespacesPerBatchMax ? null : batch.at(-1)!._id;
    } while (after !== null);
    const { indexes, rows, rewritten } = total;
    return `${rewritten} of ${rows} chunks in ${indexes} indexes were rewritten.`;
  };
}
