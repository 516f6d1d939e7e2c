import { AUTO_RATIO, type BoostRule, type QuerySettings } from '../../../src/domain/documents/query';
import { RERANK_FAMILIES, type RerankModel } from '../../../src/domain/platform/rerank-model';
import { type QueryBody, type QueryV2Body } from './schema';
import { type SimilarBody } from './similar-schema';
import { type BoostOptions, candidatesDefault, type RerankOptions } from './options-schema';
import { checkedFilter } from '../documents/metadata-filter';

/**
 * Settings of a v3 query or of a configuration of an evaluation.
 *
 * @throws Refusal `invalid_metadata_filter`
 */
export function querySettings(body: Omit<QueryBody, 'query'>): QuerySettings {
  const { include, limit } = body;
  return {
    ...sharedSettings(body, limit),
    filter: checkedFilter(body.filter ?? null),
    relationTypes: body.relation_types,
    relationDirection: body.relation_direction,
    includeArchived: include.archived,
    neighborCount: body.neighbor_count,
    include: {
      document: include.document,
      metadata: include.metadata,
      regions: include.regions,
      relations: include.relations,
      relatedChunks: include.related_chunks,
      neighboringChunks: include.neighboring_chunks,
      documentMetadata: include.document_metadata,
      highlights: include.highlights,
    },
  };
}

/** Settings of a query about a chunk: by the meaning alone. @throws Refusal `invalid_metadata_filter` */
export function similarSettings({ include, ...body }: Omit<SimilarBody, 'other_documents'>): QuerySettings {
  const byMeaning = { semantic_ratio: 1, rerank: false, boost: [] };
  return querySettings({ ...body, ...byMeaning, include: { ...include, highlights: false } });
}

/** Settings of a v2 query. @throws Refusal `invalid_metadata_filter` */
export function queryV2Settings(body: QueryV2Body): QuerySettings {
  return {
    ...sharedSettings(body, body.top_k),
    filter: checkedFilter(body.metadata_filter ?? null),
    relationTypes: null,
    relationDirection: 'outgoing',
    includeArchived: body.include_archived,
    neighborCount: 0,
    include: {
      document: true,
      metadata: true,
      documentMetadata: true,
      regions: body.include_bbox,
      relations: false,
      relatedChunks: false,
      neighboringChunks: false,
      highlights: false,
    },
  };
}

type SharedBody = Pick<
  QueryBody,
  'max_chunks_per_document' | 'semantic_ratio' | 'min_cosine' | 'rerank' | 'boost' | 'exclude_chunk_types'
>;

function sharedSettings(body: SharedBody, limit: number) {
  return {
    limit,
    maxChunksPerDocument: body.max_chunks_per_document,
    semanticRatio: body.semantic_ratio ?? AUTO_RATIO,
    minCosine: body.min_cosine,
    rerank: rerankSettings(body.rerank, limit),
    boost: body.boost.map(boostSettings),
    excludeChunkTypes: body.exclude_chunk_types,
  };
}

function rerankSettings(sent: boolean | RerankOptions, limit: number): QuerySettings['rerank'] {
  const options =
    typeof sent === 'object' ? sent : { enabled: sent, model: 'local' as const, candidate_limit: undefined };
  if (!options.enabled) return null;
  const model = modelOf(options.model);
  return { model, candidateLimit: options.candidate_limit ?? candidatesDefault(limit, model) };
}

function modelOf(name: RerankOptions['model']): RerankModel {
  return name === 'local' || name === 'hosted' ? RERANK_FAMILIES[name] : name;
}

function boostSettings({
  field,
  eq,
  in: values,
  chunk_ids: chunkIds,
  weight,
  reserve,
}: BoostOptions): BoostRule {
  if (field === undefined) return { chunkIds: chunkIds ?? [], weight, reserve };
  return { field, values: values ?? (eq === undefined ? [] : [eq]), weight, reserve };
}
