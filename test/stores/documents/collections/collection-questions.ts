import { randomUUID } from 'node:crypto';
import { type QuerySettings } from '../../../../src/domain/documents/query';
import { createLog } from '../../../../src/log';
import { createQueryEngine } from '../../../../src/retrieval';
import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { type TestDatabase } from '../../../setup/database';

const settings: QuerySettings = {
  limit: 100,
  maxChunksPerDocument: null,
  filter: null,
  semanticRatio: 0,
  minCosine: null,
  neighborCount: 1,
  rerank: null,
  boost: [],
  excludeChunkTypes: [],
  relationTypes: null,
  relationDirection: 'outgoing',
  includeArchived: false,
  include: {
    document: true,
    metadata: false,
    regions: false,
    relations: false,
    relatedChunks: false,
    neighboringChunks: false,
    documentMetadata: false,
    highlights: false,
  },
};

/** Queries for a word that stands in every chunk of a collection. */
export function createQuestions({ stores, search }: TestDatabase, word: string) {
  const models = {
    embedders: { of: () => null },
    rerankers: { get: () => null, close: () => Promise.resolve() },
  };
  const engine = createQueryEngine({ stores, search, log: createLog('silent', 'test'), ...models });

  /** Texts of the answer. */
  async function ask(row: CollectionRow): Promise<string[]> {
    const ids = { queryId: randomUUID(), requestId: randomUUID() };
    const { hits } = await engine.run(row, { text: word, settings, ...ids }, new AbortController().signal);
    return hits.map(({ text }) => text).sort();
  }

  /** Asks one question after the other while a piece of work is done, and the last one when it is done. */
  return async function askDuring<T>(
    rowNow: () => Promise<CollectionRow>,
    work: () => Promise<T>,
  ): Promise<{ result: T; answers: string[][] }> {
    const answers: string[][] = [];
    const done = new AbortController();
    const working = work().finally(() => {
      done.abort();
    });
    const asking = (async () => {
      while (!done.signal.aborted) answers.push(await ask(await rowNow()));
      answers.push(await ask(await rowNow()));
    })();
    const [result] = await Promise.all([working, asking]);
    return { result, answers };
  };
}
