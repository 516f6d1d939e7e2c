import {
  type Hit,
  type HitRelation,
  type KeptAnswer,
  type NearbyChunk,
  type QueryAnswer,
  type QueryParts,
  type QueryTiming,
  type QueryWarning,
  type SemanticRatio,
} from '../../../src/domain/documents/query';
import { shownUri } from '../../../src/domain/platform/shown-uri';
import { type SeveralAnswer } from '../../../src/services/documents/queries/answer-several';
import { type SeveralQueryAnswerBody } from './several-schema';
import { type SimilarAnswerBody } from './similar-schema';
import {
  type NearbyChunkBody,
  type QueryAnswerBody,
  type QueryHitBody,
  type QueryV2AnswerBody,
} from './schema';
import { shownLocation, shownRegion } from '../../../src/domain/documents/document-chunk';
import { presentBoxes } from '../chunks/present';

/** The answer to a query in the form of v3. */
export function presentQueryV3(answer: KeptAnswer): QueryAnswerBody {
  return {
    ...presentFacts(answer),
    request_id: answer.requestId,
    query: answer.query,
    results: answer.hits.map((hit) => presentHit(hit, answer.include)),
    limit: answer.limit,
    execution_time_ms: answer.timing.totalMs,
  };
}

/** The answer of several collections. */
export function presentSeveral(answer: SeveralAnswer): SeveralQueryAnswerBody {
  const { hits, collections, settings } = answer;
  return {
    request_id: answer.requestId,
    query: answer.text,
    results: hits.map(({ hit, ranking, score }, at) => ({
      ...presentHit(hit, settings.include),
      rank: at + 1,
      score,
      collection_name: collections[ranking]!.collectionName,
      collection_rank: hit.rank,
    })),
    total_results: hits.length,
    limit: settings.limit,
    collections: collections.map((one) => ({
      collection_name: one.collectionName,
      ...presentFacts(one.answer),
    })),
    execution_time_ms: answer.totalMs,
  };
}

/** The answer to a query about a chunk. */
export function presentSimilar(chunkId: string, answer: QueryAnswer): SimilarAnswerBody {
  const { total_results, warnings, timing } = presentFacts(answer);
  return {
    request_id: answer.requestId,
    chunk_id: chunkId,
    results: answer.hits.map((hit) => presentHit(hit, answer.include)),
    total_results,
    limit: answer.limit,
    warnings,
    timing,
    execution_time_ms: answer.timing.totalMs,
  };
}

/** How a collection has answered a query of v3. */
function presentFacts(answer: KeptAnswer) {
  const { rerank } = answer;
  return {
    query_id: answer.queryId,
    total_results: answer.hits.length,
    ...presentRatio(answer),
    rerank: {
      requested: rerank.requested,
      applied: rerank.applied,
      model: rerank.model,
      candidates: rerank.candidates,
      fallback: rerank.fallback,
      reason: rerank.reason,
    },
    boost: answer.boost.map(({ index, matched, inPool, onPage }) => {
      return { index, matched, in_pool: inPool, on_page: onPage };
    }),
    warnings: answer.warnings.map(presentWarning),
    timing: presentTiming(answer.timing),
  };
}

/** The answer to a query in the form of v2. */
export function presentQueryV2(answer: KeptAnswer): QueryV2AnswerBody {
  const { requested, applied, model, candidates } = answer.rerank;
  return {
    success: true,
    query: answer.query,
    query_id: answer.queryId,
    request_id: answer.requestId,
    inference: false,
    top_k: answer.limit,
    total_results: answer.hits.length,
    search_results: answer.hits.map(presentV2Hit),
    ...presentRatio(answer),
    rerank: { requested, applied, model, candidates },
    warnings: answer.warnings.map(presentWarning),
    timing: presentTiming(answer.timing),
    execution_time_ms: answer.timing.totalMs,
  };
}

const presentRatio = ({ semanticRatio: ratio }: KeptAnswer): { semantic_ratio?: SemanticRatio } =>
  ratio === undefined ? {} : { semantic_ratio: { used: ratio.used, reason: ratio.reason } };

const presentTiming = ({ totalMs, stages }: QueryTiming): QueryAnswerBody['timing'] => ({
  total_ms: totalMs,
  stages: stages.map(({ name, startMs, durationMs }) => {
    return { name, start_ms: startMs, duration_ms: durationMs };
  }),
});

const presentWarning = ({ code, message }: QueryWarning): QueryWarning => ({ code, message });

function presentHit(hit: Hit, include: QueryParts): QueryHitBody {
  const { document, scores, custom, headingPath = [], documentMetadata, regions, relations } = hit;
  const { relatedChunks, neighboringChunks: neighbors } = hit;
  return {
    rank: hit.rank,
    chunk_id: hit.chunkId,
    chunk_index: hit.chunkIndex,
    chunk_type: hit.chunkType,
    text: hit.text,
    score: hit.score,
    modality: hit.modality,
    match_sources: hit.matchSources,
    location: shownLocation(hit.location),
    ...(include.document && {
      document: {
        id: document.id,
        filename: document.filename,
        content_type: document.contentType,
        source: { type: document.source.type, uri: shownUri(document.source.uri) },
      },
    }),
    ...(custom && {
      metadata: {
        scores: {
          bm25: scores.bm25,
          dense: scores.dense,
          fused: scores.fused,
          rerank: scores.rerank,
          ...(scores.boost !== undefined && { boost: scores.boost }),
        },
        custom,
        heading_path: headingPath,
      },
    }),
    ...(documentMetadata && { document_metadata: documentMetadata }),
    ...(hit.highlights && { highlights: hit.highlights.map(({ start, end }) => ({ start, end })) }),
    ...(regions && { regions: regions.map(shownRegion) }),
    ...(relations && { relations: relations.map(presentHitRelation) }),
    ...(relatedChunks && {
      related_chunks: relatedChunks.map((chunk) => ({
        ...presentNearby(chunk),
        relation_type: chunk.relationType,
        document_id: chunk.documentId,
      })),
    }),
    ...(neighbors && {
      neighboring_chunks: {
        before: neighbors.before && presentNearby(neighbors.before),
        after: neighbors.after && presentNearby(neighbors.after),
        ...(neighbors.preceding && { preceding: neighbors.preceding.map(presentNearby) }),
        ...(neighbors.following && { following: neighbors.following.map(presentNearby) }),
      },
    }),
  };
}

function presentHitRelation(relation: HitRelation): NonNullable<QueryHitBody['relations']>[number] {
  return {
    relation_id: relation.relationId,
    relation_type: relation.relationType,
    direction: relation.direction,
    source_chunk_id: relation.sourceChunkId,
    source_document_id: relation.sourceDocumentId,
    target_chunk_id: relation.targetChunkId,
    target_document_id: relation.targetDocumentId,
  };
}

function presentNearby({ chunkId, chunkIndex, chunkType, text }: NearbyChunk): NearbyChunkBody {
  return { chunk_id: chunkId, chunk_index: chunkIndex, chunk_type: chunkType, text };
}

function presentV2Hit(hit: Hit): QueryV2AnswerBody['search_results'][number] {
  const { document, location, scores } = hit;
  return {
    score: hit.score,
    rerank_score: scores.rerank,
    ...(scores.boost !== undefined && { boost_factor: scores.boost }),
    content: hit.text,
    document_id: document.id,
    chunk_id: hit.chunkId,
    filename: document.filename,
    uri: shownUri(document.source.uri),
    modality: hit.modality,
    chunk_index: hit.chunkIndex,
    page_start: location.pageStart,
    page_end: location.pageEnd,
    metadata: { ...hit.documentMetadata, ...hit.custom },
    bounding_boxes: presentBoxes(hit.regions ?? []),
  };
}
