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

/** Raises or lowers what a rule names; `reserve` places on the page are kept for it. */
export type BoostRule = (
  | { field: string; values: (string | number | boolean)[] }
  | { chunkIds: string[] }
) & { weight: number; reserve: number };

/** Surroundings of a hit that come with it. */
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

/** How a collection is asked: a query of either version without its text, all defaults filled in. */
export interface QuerySettings extends Omit<AskedSettings, 'semanticRatio'> {
  /** 0 keyword only, 1 dense only; the weight of the dense leg. */
  semanticRatio: number;
}

/** The same before the collection is known, on which the default of the ratio hangs. */
export interface AskedSettings {
  /** Results wanted, 1 to 100. */
  limit: number;
  /** Results that one document may give; null for no bound. */
  maxChunksPerDocument: number | null;
  /** As the caller wrote it; null for none. */
  filter: Record<string, unknown> | null;
  /** 0 to 1; null for the default. */
  semanticRatio: number | null;
  /** Least cosine, -1 to 1, of what the dense leg brings; null for any. */
  minCosine: number | null;
  rerank: { model: RerankModel; candidateLimit: number } | null;
  boost: BoostRule[];
  excludeChunkTypes: ChunkType[];
  /** Null for all types. */
  relationTypes: string[] | null;
  relationDirection: RelationDirection;
  includeArchived: boolean;
  /** Neighbours on each side that a hit shows where they are included. */
  neighborCount: number;
  include: QueryParts;
}

/** The legs of the search that led to a hit. */
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

/** Score of a hit at each step; null where the step had no part in it. */
export interface HitScores {
  bm25: number | null;
  /** Cosine, -1 to 1. */
  dense: number | null;
  /** Weighted sum of both, each in standard deviations over its candidates, brought to 0 to 1. */
  fused: number;
  rerank: number | null;
  /** Product of the weights of the rules that name the hit; a kept answer may lack it. */
  boost?: number;
}

/** A chunk beside a hit. */
export interface NearbyChunk {
  chunkId: string;
  chunkIndex: number;
  chunkType: ChunkType;
  text: string;
}

/** A part of a text, in UTF-16 code units; `end` is behind it. */
export interface TextSpan {
  start: number;
  end: number;
}

/** Chunks around a hit in its document. */
export interface Neighbors {
  before: NearbyChunk | null;
  after: NearbyChunk | null;
  /** All on each side, in the order of the document, where more than one was asked for. */
  preceding?: NearbyChunk[];
  following?: NearbyChunk[];
}

/** A relation of a hit's chunk. */
export interface HitRelation {
  relationId: string;
  relationType: string;
  direction: 'outgoing' | 'incoming';
  sourceChunkId: string;
  sourceDocumentId: string;
  targetChunkId: string | null;
  targetDocumentId: string | null;
}

/** A result. Parts that were not asked for are absent. */
export interface Hit {
  /** From 1. */
  rank: number;
  chunkId: string;
  chunkIndex: number;
  chunkType: ChunkType;
  text: string;
  /** Score that decides the order: the reranker's where one ran, else the fused score, after boosts. */
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
  documentMetadata?: CustomMetadata;
  regions?: Region[];
  relations?: HitRelation[];
  relatedChunks?: (NearbyChunk & { relationType: string; documentId: string })[];
  neighboringChunks?: Neighbors;
  /** Where words of the query stand in the text. */
  highlights?: TextSpan[];
}

export const RATIO_REASONS = ['requested', 'default', 'language_not_covered'] as const;

/** The weight of the dense leg in an answer, 0 to 1, and where it comes from. */
export interface SemanticRatio {
  used: number;
  reason: (typeof RATIO_REASONS)[number];
}

/** Outcome of the wish for a reranker. */
export interface RerankOutcome {
  requested: boolean;
  applied: boolean;
  /** The model that ran, or should have; null when none was requested. */
  model: RerankModel | null;
  candidates: number;
  fallback: boolean;
  reason: 'reranker_error' | null;
}

/** How far a boost rule reached. */
export interface BoostEcho {
  index: number;
  /** Candidates that it names, whether or not they were found without it. */
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

/** Milliseconds from the start of the query. */
export interface QueryTiming {
  totalMs: number;
  stages: { name: QueryStage; startMs: number; durationMs: number }[];
}

/** Everything that a query has found, whichever version of the API shows it. */
export interface QueryAnswer {
  /** A UUID, id of its row in the history. */
  queryId: string;
  /** `req_…` */
  requestId: string;
  query: string;
  hits: Hit[];
  limit: number;
  /** The settings of the query, so that the answer alone is enough to show it again. */
  include: QueryParts;
  semanticRatio: SemanticRatio;
  rerank: RerankOutcome;
  boost: BoostEcho[];
  warnings: QueryWarning[];
  timing: QueryTiming;
}

/** An answer as it was kept; it may lack the ratio. */
export type KeptAnswer = Omit<QueryAnswer, 'semanticRatio'> & Partial<Pick<QueryAnswer, 'semanticRatio'>>;

/** A completed query, as it goes into the history. */
export interface QueryRecord {
  answer: QueryAnswer;
  settings: AskedSettings;
  /** The body as it was sent. */
  request: Record<string, unknown>;
  apiVersion: ApiVersion;
  organizationId: string;
  environment: Environment;
  collectionId: string;
  collectionName: string;
  /** Evaluation that asked; null for everybody else. Such queries stay out of the latency report. */
  evalId: string | null;
  createdAt: Date;
}
