import { type Client, errors } from '@elastic/elasticsearch';
import { createBulk } from '../../elastic/bulk';
import { indexAlias } from '../../elastic/index-alias';
import { type IndexedWords, indexedWords } from './chunk-row';
import { addWordFields } from './make-index';
import { createStemFields } from './stem-fields';

const rowsPerRoundMax = 200;
/** Passes over an index some rows of which were changed by others while they were read. */
const passesMax = 20;

/** Fields of a row that the words are made from, and that they are in. */
type StoredWords = Omit<IndexedWords, 'filename_words'> &
  Partial<Pick<IndexedWords, 'filename_words'>> & { filename: string; language?: string | null };

/** The extent of a pass, or of all of them. */
export interface Refolded {
  rows: number;
  /** Rows that were not folded before, or without their stems. */
  rewritten: number;
}

/**
 * Rewrites the rows of a namespace whose words are not folded, or that lack the stems of their language,
 * where they stand: analyzers and all other fields stay, and queries find a row by both forms meanwhile. A
 * row is written only if nobody has changed it since it was read, and read again otherwise. Rows that are up
 * to date are left alone, so that a call which broke off can be repeated at the price of reading.
 *
 * @returns null where the namespace has no index
 */
export function createRefold(client: Client): (namespace: string) => Promise<Refolded | null> {
  const bulk = createBulk(client);
  const fitStems = createStemFields(client);

  async function pass(alias: string): Promise<Refolded & { overtaken: number }> {
    const done = { rows: 0, rewritten: 0, overtaken: 0 };
    for (let after: unknown[] | undefined; ;) {
      const { hits } = await client.search<StoredWords>({
        index: alias,
        size: rowsPerRoundMax,
        seq_no_primary_term: true,
        sort: [{ version: 'asc' }, { index: 'asc' }],
        _source: { excludes: ['vector', 'meta', 'document_meta'] },
        ...(after && { search_after: after as string[] }),
      });
      const words = await fitStems(
        alias,
        hits.hits.map(({ _source }) => indexedWords(_source!)),
      );
      const operations = hits.hits.flatMap(({ _id, _source, _seq_no, _primary_term }, at) => {
        const doc = words[at]!;
        if (isCurrent(_source!, doc)) return [];
        const place = { _id: _id!, if_seq_no: _seq_no!, if_primary_term: _primary_term! };
        return [[{ update: place }, { doc }] as const];
      });
      const overtaken = await bulk(alias, operations, false);
      done.rows += hits.hits.length;
      done.rewritten += operations.length - overtaken.length;
      done.overtaken += overtaken.length;
      if (hits.hits.length < rowsPerRoundMax) return done;
      after = hits.hits.at(-1)!.sort;
    }
  }

  async function refoldAll(alias: string): Promise<Refolded> {
    await addWordFields(client, alias);
    let rewritten = 0;
    for (let round = 0; round < passesMax; round++) {
      // Rows that were written a moment ago are read as they are now.
      await client.indices.refresh({ index: alias });
      const done = await pass(alias);
      rewritten += done.rewritten;
      if (done.overtaken === 0) return { rows: done.rows, rewritten };
    }
    throw new Error(`the index ${alias} changes faster than it can be rewritten`);
  }

  return async (namespace) => {
    const alias = indexAlias(namespace);
    try {
      const done = await refoldAll(alias);
      await client.indices.refresh({ index: alias });
      return done;
    } catch (error) {
      // Never made, or removed meanwhile.
      if (error instanceof errors.ResponseError && error.statusCode === 404) return null;
      throw error;
    }
  };
}

function isCurrent(stored: StoredWords, current: IndexedWords): boolean {
  return (Object.keys(current) as (keyof IndexedWords)[]).every(
    (field) => JSON.stringify(stored[field]) === JSON.stringify(current[field]),
  );
}
