import {
  type ChunkLocation,
  type ChunkType,
  type CustomMetadata,
  type Modality,
  type Region,
} from './document';
import { type RerankModel } from '../platform/rerank-model';
import { type Environment } from '../platform/tenancy';

export const API_VERSIONS = ['v2', 'v3'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

export const RELATION_DIRECTIONS = ['outgoing', 'incoming', 'both'] as const;
export type RelationDirection = (typeof RELATION_DIRECTIONS)[number];

/**
 * A rule that multiplies the scores of the hits that it names; `reserve` places on the page are kept for
 * them.
 */
export type BoostRule = (
  | { field: string; values: (string | number | boolean)[] }
  | { chunkIds: string[] }
) & { weight: number; reserve: number };

/** The default of `semanticRatio`. */
export const AUTO_RATIO = 'auto';

/** Optional parts of a hit. */
export interface QueryParts {
  document: boolean;
  metadata: boolean;
  regions: boolean;
  relations: boolean;
  relatedChunks: boolean;
  neighboringChunks: boolean;
  documentMetadata: boolean;
  highlights: boolean;
}

/** Settings of a query of either version, without its text; all defaults are filled in. */
export interface QuerySettings {
  /** Number of results, 1 to 100. */
  limit: number;
  /** Most results from one document; null for no limit. */
  maxChunksPerDocument: number | null;
  /** Filter as the caller wrote it; null for none. */
  filter: Record<string, unknown> | null;
  /**
   * Weight of the dense leg: 0 for keyword search only, 1 for dense search only. With `auto` it follows from the
   * query and from what both legs find.
   */
  semanticRatio: number | typeof AUTO_RATIO;
  /** Least cosine, -1 to 1, of hits of the dense leg; null for no limit. */
  minCosine: number | null;
  rerank: { model: RerankModel; candidateLimit: number } | null;
  boost: BoostRule[];
  excludeChunkTypes: ChunkType[];
  /** Null for all types. */
  relationTypes: string[] | null;
  relationDirection: RelationDirection;
  includeArchived: boolean;
  /** Neighbours on each side of a hit, when they are included. */
  neighborCount: number;
  include: QueryParts;
}

/** The legs of the search that found a hit. */
export const MATCH_SOURCES = [
  'content_embedding',
  'keyword',
  'ocr',
  'table',
  'transcript',
  'metadata',
  'summary',
  'boost',
] as const;
export type MatchSource = (typeof MATCH_SOURCES)[number];

/** Scores of a hit by step; null for a step that did not score it. */
export interface HitScores {
  bm25: number | null;
  /** Cosine, -1 to 1. */
  dense: number | null;
  /** Weighted sum of both legs, each in standard deviations over its candidates, scaled to 0 to 1. */
  fused: number;
  rerank: number | null;
  /** Product of the weights of the rules that name the hit; answers from the history may lack it. */
  boost?: number;
}

/** A chunk next to a hit in its document. */
export interface NearbyChunk {
  chunkId: string;
  chunkIndex: number;
  chunkType: ChunkType;
  text: string;
}

/** A range of a text in UTF-16 code units; `end` is exclusive. */
export interface TextSpan {
  start: number;
  end: number;
}

/** Chunks before and after a hit in its document. */
export interface Neighbors {
  before: NearbyChunk | null;
  after: NearbyChunk | null;
  /** All chunks on each side, in the order of the document; present when more than one was requested. */
  preceding?: NearbyChunk[];
  following?: NearbyChunk[];
}

export interface HitRelation {
  relationId: string;
  relationType: string;
  direction: 'outgoing' | 'incoming';
  sourceChunkId: string;
  sourceDocumentId: string;
  targetChunkId: string | null;
  targetDocumentId: string | null;
}

/** A result. Parts that were not requested are absent. */
export interface Hit {
  /** From 1. */
  rank: number;
  chunkId: string;
  chunkIndex: number;
  chunkType: ChunkType;
  text: string;
  /**
   * Score that decides the order, boosts included: the reranker's score if one ran, otherwise the fused
   * score.
   */
  score: number;
  modality: Modality;
  matchSources: MatchSource[];
  location: ChunkLocation;
  document: {
    id: string;
    filename: string;
    contentType: string;
    source: { type: string; uri: string | null };
  };
  scores: HitScores;
  custom?: CustomMetadata;
  /** Headings above the chunk, outermost first; with `custom`. */
  headingPath?: string[];
  documentMetadata?: CustomMetadata;
  regions?: Region[];
  relations?: HitRelation[];
  relatedChunks?: (NearbyChunk & { relationType: string; documentId: string })[];
  neighboringChunks?: Neighbors;
  /** Ranges of the text that match words of the query. */
  highlights?: TextSpan[];
}

/**
 * Why a ratio was used. `requested`: the query names it. All others are choices of `auto`: `default` and
 * `language_not_covered` where the query tells nothing else, `exact_words` where few chunks have all of its
 * words, `quoted` where such words are in quotation marks, `identifier` where one of them is a code or a number,
 * `other_language` where the query is in another language than most chunks.
 */
export const RATIO_REASONS = [
  'requested',
  'default',
  'language_not_covered',
  'exact_words',
  'quoted',
  'identifier',
  'other_language',
] as const;
export type RatioReason = (typeof RATIO_REASONS)[number];

/** Weight of the dense leg in an answer, 0 to 1, and its source. */
export interface SemanticRatio {
  used: number;
  reason: RatioReason;
}

/** Whether the requested reranker ran. */
export interface RerankOutcome {
  requested: boolean;
  applied: boolean;
  /** The model that ran, or that was requested and did not run; null when none was requested. */
  model: RerankModel | null;
  candidates: number;
  fallback: boolean;
  reason: 'reranker_error' | null;
}

/** Effect of a boost rule. */
export interface BoostEcho {
  index: number;
  /** Number of candidates that the rule names, including those that only the rule has added. */
  matched: number;
  inPool: number;
  onPage: number;
}

/** Something about a query that its sender may not have meant; clients branch on `code`. */
export interface QueryWarning {
  code: string;
  message: string;
}

export const QUERY_STAGES = ['preparation', 'embedding', 'retrieval', 'rerank', 'enrichment'] as const;
export type QueryStage = (typeof QUERY_STAGES)[number];

/** Times of the steps, in milliseconds from the start of the query. */
export interface QueryTiming {
  totalMs: number;
  stages: { name: QueryStage; startMs: number; durationMs: number }[];
}

/** The answer to a query, independent of the version of the API. */
export interface QueryAnswer {
  /** A UUID, the id of its row in the history. */
  queryId: string;
  /** `req_…` */
  requestId: string;
  query: string;
  hits: Hit[];
  limit: number;
  /** Settings of the query that the answer needs to be shown again later. */
  include: QueryParts;
  semanticRatio: SemanticRatio;
  rerank: RerankOutcome;
  boost: BoostEcho[];
  warnings: QueryWarning[];
  timing: QueryTiming;
}

/** An answer from the history; old ones lack the ratio. */
export type KeptAnswer = Omit<QueryAnswer, 'semanticRatio'> & Partial<Pick<QueryAnswer, 'semanticRatio'>>;

/** A completed query, as the history records it. */
export interface QueryRecord {
  answer: QueryAnswer;
  settings: QuerySettings;
  /** The body as the caller sent it. */
  request: Record<string, unknown>;
  apiVersion: ApiVersion;
  organizationId: string;
  environment: Environment;
  collectionId: string;
  collectionName: string;
  /**
   * Evaluation that sent the query; null for all other queries. The latency report leaves out queries of
   * evaluations.
   */
  evalId: string | null;
  createdAt: Date;
}
