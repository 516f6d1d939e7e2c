import { isRefusal, ValidationError } from '../../../src/domain/platform/refusal';
import { ID_PREFIX, isId } from '../../../src/domain/platform/ids';
import { type ApiDeps } from '../../deps';
import { documentsDetail, documentsError } from '../family';
import { countItems, presentItem } from '../documents/batch-results';
import { findRelatedPlace } from '../../../src/services/documents/chunks/find';
import { collectionErrors } from '../../../src/services/documents/collections/find';
import { listRelations } from '../../../src/services/documents/relations/list';
import {
  putRelation,
  putRelations,
  type SentRelation,
  type WrittenRelation,
} from '../../../src/services/documents/relations/put';
import { removeRelation } from '../../../src/services/documents/relations/remove';
import { presentRelation, presentWrittenRelation } from './present';
import { type AnyRoute, defineRoute } from '../../http/route';
import { collectionParams } from '../collections/schema';
import { chunkParams } from '../chunks/schema';
import { batchNote } from '../documents/metadata-modes';
import {
  chunkRelations,
  chunkRelationsQuery,
  relationBody,
  relationParams,
  relationResource,
  relationsBatchBody,
  relationsBatchResult,
} from './schema';
import { standardAnswer } from '../documents/standard-answer';

const tag = 'Relations';

/** Routes for relations between the chunks of a collection. */
export function relationRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'put',
      path: '/v3/collections/:collection_name/relations/batch',
      // Invalid batches are answered with 400.
      family: documentsError,
      operationId: 'putRelationsBatch',
      tag,
      summary: 'Create or update many relations',
      description:
        'A relation with the same source, target and type gets the new metadata (200), otherwise one is made (201). ' +
        batchNote('relations'),
      access: 'index',
      params: collectionParams,
      body: relationsBatchBody,
      responses: { 200: { description: 'What became of each item.', schema: relationsBatchResult } },
      errors: collectionErrors,
      async handle({ caller, params, body: { items } }) {
        const done = await putRelations(deps, caller, params.collection_name, items.map(sentRelation));
        const results = items.map(({ item_id, source_chunk_id, target_chunk_id, relation_type }, index) => {
          const one = done[index]!;
          const relation_id = one.state === 'succeeded' ? one.written.relationId : null;
          const named = { item_id, relation_id, source_chunk_id, target_chunk_id, relation_type };
          return { ...named, ...presentItem(one, putStatus) };
        });
        return { status: 200, body: { results, ...countItems(done) } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/collections/:collection_name/chunks/:chunk_id/relations',
      family: documentsDetail,
      operationId: 'listChunkRelations',
      tag,
      summary: 'List the relations of a chunk',
      description:
        'Oldest first. A message and its attachments are related by their first chunks (`:0`), also where a ' +
        'file has no text and thus no chunk.',
      access: 'read',
      params: chunkParams,
      query: chunkRelationsQuery,
      responses: { 200: { description: 'A page of relations.', schema: chunkRelations } },
      errors: [...collectionErrors, 'chunk_not_found'],
      async handle({ caller, params, query }) {
        const named = { collectionName: params.collection_name, chunkId: params.chunk_id };
        const { collection, place } = await findRelatedPlace(deps, caller, named);
        const after = requireRelationId(query.cursor);
        const page = await listRelations(deps, collection, place, { ...query, after });
        const relations = page.relations.map(({ row, hasTarget }) => presentRelation(row, hasTarget));
        const body = { chunk_id: params.chunk_id, relations, limit: query.limit, next_cursor: page.next };
        return { status: 200, body };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v3/collections/:collection_name/chunks/:chunk_id/relations',
      family: documentsDetail,
      operationId: 'putChunkRelation',
      tag,
      summary: 'Create or update a relation of a chunk',
      description:
        'From this chunk to another one of the collection. One with the same target and type gets the new ' +
        'metadata.',
      access: 'index',
      params: chunkParams,
      body: relationBody,
      responses: {
        200: { description: 'It was there, with other metadata perhaps.', schema: relationResource },
        201: { description: 'It is new.', schema: relationResource },
      },
      errors: [...collectionErrors, 'chunk_not_found', 'relation_identity_ambiguous'],
      async handle({ caller, params, body }) {
        const sent = sentRelation({ ...body, source_chunk_id: params.chunk_id });
        const { relation, written } = await orWrongField(
          putRelation(deps, caller, params.collection_name, sent),
        );
        return { status: putStatus(written), body: presentWrittenRelation(relation, written) };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v3/collections/:collection_name/relations/:relation_id',
      family: documentsDetail,
      operationId: 'deleteRelation',
      tag,
      summary: 'Remove a relation',
      description: 'Copies of the collection keep theirs.',
      access: 'index',
      params: relationParams,
      responses: { 200: { description: 'It is gone.', schema: standardAnswer } },
      errors: [...collectionErrors, 'relation_not_found'],
      async handle({ caller, params: { collection_name, relation_id } }) {
        await removeRelation(deps, caller, collection_name, relation_id);
        return { status: 200, body: { success: true, message: 'The relation was removed.' } };
      },
    }),
  ];
}

function sentRelation(sent: {
  source_chunk_id: string;
  target_chunk_id: string;
  target_document_id?: string | undefined;
  relation_type: string;
  metadata: Record<string, unknown>;
}): SentRelation {
  return {
    sourceChunkId: sent.source_chunk_id,
    targetChunkId: sent.target_chunk_id,
    targetDocumentId: sent.target_document_id ?? null,
    type: sent.relation_type,
    metadata: sent.metadata,
  };
}

/** HTTP status of a write: 201 for a new relation, 200 for a changed one. */
function putStatus({ state }: WrittenRelation): number {
  return state === 'created' ? 201 : 200;
}

/** v3 answers a relation of a chunk to itself with 422 and a list of wrong fields. */
async function orWrongField<T>(put: Promise<T>): Promise<T> {
  try {
    return await put;
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'self_relation') throw error;
    const loc = ['body', 'target_chunk_id'];
    throw new ValidationError([{ loc, msg: 'is the chunk itself', type: 'self_relation' }]);
  }
}

/** The relation that a cursor names; null without a cursor. @throws ValidationError */
function requireRelationId(cursor: string | undefined): string | null {
  if (cursor === undefined || isId(ID_PREFIX.relation, cursor)) return cursor ?? null;
  const loc = ['query', 'cursor'];
  throw new ValidationError([{ loc, msg: 'is no next_cursor', type: 'value_error' }]);
}
