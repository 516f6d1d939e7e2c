import { randomUUID } from 'node:crypto';
import { nowhere } from '../../src/domain/documents/document';
import {
  type Hit,
  type QueryRecord,
  type QuerySettings,
  type SemanticRatio,
} from '../../src/domain/documents/query';
import { searchModeOf } from '../../src/domain/documents/query-history';
import { type QueryRow } from '../../src/stores/documents/queries/queries';

const include = {
  document: true,
  metadata: true,
  regions: false,
  relations: false,
  relatedChunks: false,
  neighboringChunks: false,
  documentMetadata: false,
  highlights: false,
};

const settings: QuerySettings = {
  limit: 10,
  maxChunksPerDocument: null,
  filter: null,
  semanticRatio: 0.5,
  minCosine: null,
  neighborCount: 1,
  rerank: null,
  boost: [],
  excludeChunkTypes: [],
  relationTypes: null,
  relationDirection: 'outgoing',
  includeArchived: false,
  include,
};

/** Result of a query. */
export function hitOf(rank: number, text = `text ${rank}`): Hit {
  return {
    rank,
    chunkId: `doc_1:${rank}`,
    chunkIndex: rank,
    chunkType: 'body',
    text,
    score: 1 / rank,
    modality: 'document',
    matchSources: ['keyword'],
    location: { ...nowhere, pageStart: rank, pageEnd: rank },
    document: {
      id: 'doc_1',
      filename: 'contract.pdf',
      contentType: 'application/pdf',
      source: { type: 'url', uri: null },
    },
    scores: { bm25: 2, dense: null, fused: 0.5, rerank: null },
  };
}

/** The ratio of an answer; `auto` takes the default. */
const ratioOf = (asked: QuerySettings['semanticRatio'] = settings.semanticRatio): SemanticRatio =>
  asked === 'auto' ? { used: 0.5, reason: 'default' } : { used: asked, reason: 'requested' };

/** A completed query of a tenant, with 2 results; everything else has a default. */
export function recordOf(
  tenant: Pick<QueryRecord, 'organizationId' | 'environment'>,
  fields: Partial<Omit<QueryRecord, 'answer' | 'settings'>> & {
    answer?: Partial<QueryRecord['answer']>;
    settings?: Partial<QuerySettings>;
  } = {},
): QueryRecord {
  const { answer, settings: given, ...rest } = fields;
  return {
    organizationId: tenant.organizationId,
    environment: tenant.environment,
    collectionId: `col_${rest.collectionName ?? 'manuals'}`,
    collectionName: 'manuals',
    apiVersion: 'v3',
    evalId: null,
    createdAt: new Date(),
    request: { query: 'renewal obligations', limit: 10 },
    ...rest,
    settings: { ...settings, ...given },
    answer: {
      queryId: randomUUID(),
      requestId: `req_1763666138_${randomUUID().slice(0, 8)}`,
      query: 'renewal obligations',
      hits: [hitOf(1), hitOf(2)],
      limit: 10,
      include,
      semanticRatio: ratioOf(given?.semanticRatio),
      rerank: { requested: false, applied: false, model: null, candidates: 0, fallback: false, reason: null },
      boost: [],
      warnings: [],
      timing: { totalMs: 41, stages: [{ name: 'preparation', startMs: 0, durationMs: 41 }] },
      ...answer,
    },
  };
}

/** A row of the history as it may also be from before a setting was recorded. */
export function queryRow(
  tenant: Pick<QueryRow, 'organizationId' | 'environment'>,
  fields: Partial<QueryRow> = {},
): QueryRow {
  const { collectionName = 'manuals', evalId = null, semanticRatio = 0.5 } = fields;
  return {
    _id: randomUUID(),
    requestId: `req_1763666138_${randomUUID().slice(0, 8)}`,
    organizationId: tenant.organizationId,
    environment: tenant.environment,
    collectionId: `col_${collectionName}`,
    collectionName,
    queryText: 'renewal obligations',
    resultCount: 2,
    limit: 10,
    semanticRatio,
    bodyBytes: null,
    evalId,
    createdAt: new Date(),
    isEvaluation: evalId !== null,
    latencyMs: 41,
    apiVersion: 'v3',
    rerank: false,
    searchMode: semanticRatio === null ? null : searchModeOf(semanticRatio),
    ratioReason: semanticRatio === null ? null : 'requested',
    hasFilter: false,
    ...fields,
  };
}
