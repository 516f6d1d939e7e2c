import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';
import { readableText } from '../../../domain/documents/readable-text';
import { chunkIndexes, type ChunkRow } from '../contents/chunks';
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
  Partial<Pick<IndexedWords, 'filename_words'>> & {
    filename: string;
    language?: string | null;
    chunk_type?: string;
  };

type Hit = estypes.SearchHit<StoredWords>;

/** The extent of a pass, or of all of them. */
export interface Refolded {
  rows: number;
  /** Rows that were not folded before, without their stems, or with the escapes of a table's cells. */
  rewritten: number;
}

/**
 * Rewrites the rows of a namespace whose words are not folded, that lack the stems of their language, or that
 * hold the escapes of a table's cells, where they stand: analyzers and all other fields stay, and queries find a row by both forms meanwhile. A
 * row is written only if nobody has changed it since it was read, and read again otherwise. Rows that are up
 * to date are left alone, so that a call which broke off can be repeated at the price of reading.
 *
 * @returns null where the namespace has no index
 */
export function createRefold(client: Client, db: Db): (namespace: string) => Promise<Refolded | null> {
  const bulk = createBulk(client);
  const fitStems = createStemFields(client);
  const chunks = db.collection<ChunkRow>(chunkIndexes.collection);

  /** Texts by the ids of their rows, of tables that may hold escapes. */
  async function tableTexts(hits: readonly Hit[]): Promise<Map<string, string>> {
    const escaped = hits.filter(
      ({ _source }) => _source!.chunk_type === 'table' && _source!.text.includes('\\'),
    );
    if (escaped.length === 0) return new Map();
    const found = await chunks
      .find(
        { _id: { $in: escaped.map(({ _id }) => _id!) } },
        { projection: { type: 1, text: 1, location: 1, leadLines: 1 } },
      )
      .toArray();
    return new Map(found.map((chunk) => [chunk._id, readableText(chunk)]));
  }

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
      const texts = await tableTexts(hits.hits);
      const words = await fitStems(
        alias,
        hits.hits.map(({ _id, _source }) =>
          indexedWords({ ..._source!, text: texts.get(_id!) ?? _source!.text }),
        ),
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
