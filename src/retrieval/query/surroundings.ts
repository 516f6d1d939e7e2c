import { type Region } from '../../domain/documents/document';
import {
  type Hit,
  type HitRelation,
  type NearbyChunk,
  type QuerySettings,
} from '../../domain/documents/query';
import { type Stores } from '../../stores';
import { chunkId, type ChunkRow, chunkRowId } from '../../stores/documents/contents/chunks';
import { type CollectionView } from '../../stores/documents/contents/documents-visible';
import { type NearbyRelation } from '../../stores/documents/contents/relation-surroundings';
import { type Candidate } from './candidates';

/** Most relations in one result; the list of the chunk's relations has all of them. */
const relationsPerHitMax = 50;

/** The surroundings of a result. Parts that were not requested are absent. */
export type Surroundings = Pick<Hit, 'regions' | 'relations' | 'relatedChunks' | 'neighboringChunks'>;

/** Reads the requested surroundings of candidates, in one round trip. */
export async function readSurroundings(
  stores: Pick<Stores, 'chunks' | 'relationSurroundings'>,
  view: CollectionView,
  candidates: readonly Candidate[],
  settings: Pick<
    QuerySettings,
    'include' | 'relationTypes' | 'relationDirection' | 'includeArchived' | 'neighborCount'
  >,
): Promise<Map<string, Surroundings>> {
  const { regions, relations, relatedChunks, neighboringChunks } = settings.include;
  const neighborCount = neighboringChunks ? settings.neighborCount : 0;
  const ids = candidates.flatMap((candidate) => [
    ...(regions ? [candidate.id] : []),
    ...[...placesBefore(candidate, neighborCount), ...placesAfter(candidate, neighborCount)].map((index) =>
      chunkRowId(candidate.versionId, index),
    ),
  ]);
  const wanted = {
    types: settings.relationTypes,
    direction: settings.relationDirection,
    limit: relationsPerHitMax,
    includeArchived: settings.includeArchived,
  };
  const around = ({ documentId, chunkIndex }: Candidate): Promise<NearbyRelation[]> =>
    relations || relatedChunks
      ? stores.relationSurroundings.around(view, { documentId, index: chunkIndex }, wanted)
      : Promise.resolve([]);
  const [rows, linked] = await Promise.all([
    stores.chunks.byIds([...new Set(ids)], { regions }),
    Promise.all(candidates.map(around)),
  ]);
  return new Map(
    candidates.map((candidate, at) => [
      candidate.id,
      {
        ...(regions && { regions: regionsOf(rows.get(candidate.id)) }),
        ...(relations && { relations: linked[at]!.map(hitRelation) }),
        ...(relatedChunks && { relatedChunks: relatedOf(linked[at]!) }),
        ...(neighboringChunks && { neighboringChunks: neighborsOf(rows, candidate, neighborCount) }),
      },
    ]),
  );
}

const regionsOf = (row: ChunkRow | undefined): Region[] => row?.regions ?? [];

function hitRelation({ relation, direction, other }: NearbyRelation): HitRelation {
  const { sourceDocumentId, targetDocumentId } = relation;
  return {
    relationId: relation.relationId,
    relationType: relation.type,
    direction,
    sourceChunkId: chunkId(sourceDocumentId, relation.sourceIndex),
    sourceDocumentId,
    targetChunkId: chunkId(targetDocumentId, relation.targetIndex),
    targetDocumentId: direction === 'outgoing' && other === null ? null : targetDocumentId,
  };
}

function relatedOf(linked: readonly NearbyRelation[]): NonNullable<Hit['relatedChunks']> {
  return linked.flatMap(({ relation, direction, other }) => {
    const chunk = other?.chunk ?? null;
    if (chunk === null) return [];
    const documentId = direction === 'outgoing' ? relation.targetDocumentId : relation.sourceDocumentId;
    return [{ ...nearby(documentId, chunk), relationType: relation.type, documentId }];
  });
}

/** Places before a chunk, in order. */
const placesBefore = ({ chunkIndex }: Candidate, count: number): number[] =>
  Array.from({ length: count }, (_, at) => chunkIndex - count + at).filter((index) => index >= 0);

/** Places after a chunk, in order, which may exceed its document. */
const placesAfter = ({ chunkIndex }: Candidate, count: number): number[] =>
  Array.from({ length: count }, (_, at) => chunkIndex + 1 + at);

function neighborsOf(
  rows: ReadonlyMap<string, ChunkRow>,
  candidate: Candidate,
  count: number,
): NonNullable<Hit['neighboringChunks']> {
  const at = (index: number) => {
    const row = rows.get(chunkRowId(candidate.versionId, index));
    return row === undefined ? [] : [nearby(candidate.documentId, row)];
  };
  const preceding = placesBefore(candidate, count).flatMap(at);
  const following = placesAfter(candidate, count).flatMap(at);
  return {
    before: preceding.at(-1) ?? null,
    after: following[0] ?? null,
    ...(count > 1 && { preceding, following }),
  };
}

function nearby(
  documentId: string,
  { index, type, text }: Pick<ChunkRow, 'index' | 'type' | 'text'>,
): NearbyChunk {
  return { chunkId: chunkId(documentId, index), chunkIndex: index, chunkType: type, text };
}
