import { randomUUID } from 'node:crypto';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type ApiVersion, type AskedSettings, type QueryAnswer } from '../../../src/domain/documents/query';
import { SearchIndexMissing } from '../../../src/stores/elastic/search-unavailable';
import { searchIndexMissing } from '../../../src/services/documents/collections/require-index';
import { QueryError } from '../../../src/retrieval';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type ApiDeps } from '../../deps';
import { findAnyCollection } from '../../../src/services/documents/collections/find';
import { type Caller } from '../../../src/domain/platform/caller';
import { type RouteRequest } from '../../http/route';
import { createCurrentCollections } from './current-collection';
import { countUnanswered, measureQuery } from './measured-query';

/** A validated query. */
export interface AskedQuery {
  text: string;
  settings: AskedSettings;
  apiVersion: ApiVersion;
}

type QueryRequest = Pick<
  RouteRequest<unknown, unknown, unknown>,
  'caller' | 'requestId' | 'signal' | 'ctx' | 'sentBody'
>;

/**
 * Creates the function that answers queries over collections of their callers. It keeps the rows of
 * these collections in memory.
 */
export function createQueryAnswers(
  deps: Pick<ApiDeps, 'stores' | 'queryEngine' | 'history' | 'metrics' | 'monotonicMs'>,
) {
  const onCurrent = createCurrentCollections(
    (caller, name) => findQueryable(deps, caller, name),
    deps.monotonicMs,
  );

  /**
   * Answers a query. The query is recorded in the history after the answer was sent, so
   * that no caller waits for it.
   *
   * @throws Refusal `collection_not_found`, `collection_not_queryable`,
   *   `rerank_model_not_configured`, `query_unavailable`, `search_index_missing`
   */
  return async (
    { caller, requestId, signal, ctx, sentBody }: QueryRequest,
    collectionName: string,
    { text, settings, apiVersion }: AskedQuery,
  ): Promise<QueryAnswer> => {
    const query = { text, settings, requestId, queryId: randomUUID() };
    const { collection, createdAt, answer } = await onCurrent(
      caller,
      collectionName,
      signal,
      async (collection, remembered) => ({
        collection,
        createdAt: new Date(),
        answer: await deps.queryEngine.run(collection, query, signal, { remembered }).catch(refuse),
      }),
    ).catch((error: unknown) => {
      countUnanswered(deps.metrics, settings.semanticRatio, { error, signal });
      throw error;
    });
    measureQuery(deps.metrics, answer);
    const { organizationId, environment } = caller;
    const request = sentBody as Record<string, unknown>;
    ctx.res.once('close', () => {
      // Any other answer, such as a timeout, means that the query was not completed.
      if (ctx.status !== 200) return;
      void deps.history.record({
        answer,
        settings,
        request,
        apiVersion,
        organizationId,
        environment,
        createdAt,
        collectionId: collection._id,
        collectionName: collection.name,
        evalId: null,
      });
    });
    return answer;
  };
}

/** Throws the refusal that belongs to an error of the engine. */
function refuse(error: unknown): never {
  if (error instanceof SearchIndexMissing) throw searchIndexMissing(error);
  if (!(error instanceof QueryError)) throw error;
  const { code, model, reason } = error;
  throw new Refusal<DocumentErrorCode>(code, {
    ...(reason === null ? {} : { message: reason }),
    ...(model === null ? {} : { details: { model } }),
    cause: error,
  });
}

async function findQueryable(
  deps: Pick<ApiDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<CollectionRow> {
  const collection = await findAnyCollection(deps, caller, name);
  if (!collection.active) throw new Refusal<DocumentErrorCode>('collection_not_queryable');
  return collection;
}
