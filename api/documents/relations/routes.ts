import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import { ID_PREFIX, isId } from '../../../src/domain/platform/ids';
import { type ApiDeps } from '../../deps';
import { documentsDetail, documentsError } from '../family';
import { countVerdicts } from '../documents/batch-results';
import {
  collectionErrors,
  findCollection,
  findRelatedPlace,
} from '../../../src/services/documents/documents/find';
import { listRelations } from './list-relations';
import { putRelation, putRelations, putStatus, removeRelation } from './put-relations';
import { presentRelation } from './present';
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
      // Wrong batches are answered with 400.
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
        const collection = await findCollection(deps, caller, params.collection_name);
        const done = await putRelations(deps, collection, items);
        const results = items.map(({ item_id, source_chunk_id, target_chunk_id, relation_type }, index) => {
          const { verdict, outcome } = done[index]!;
          const relation_id = outcome !== null && 'relationId' in outcome ? outcome.relationId : null;
          return { item_id, relation_id, source_chunk_id, target_chunk_id, relation_type, ...verdict };
        });
        return { status: 200, body: { results, ...countVerdicts(done) } };
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
        const { collection, place } = await findRelatedPlace(deps, caller, params);
        const page = await listRelations(deps, collection, place, query);
        return { status: 200, body: { chunk_id: params.chunk_id, ...page } };
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
        const collection = await findCollection(deps, caller, params.collection_name);
        const sent = { ...body, source_chunk_id: params.chunk_id };
        const { relation, put } = await putRelation(deps, collection, sent);
        const { type, metadata, source, target } = relation;
        const ends = { sourceDocumentId: source.documentId, sourceIndex: source.index };
        const others = { targetDocumentId: target.documentId, targetIndex: target.index };
        const shown = presentRelation({ ...put, type, metadata, ...ends, ...others }, true);
        return { status: putStatus(put), body: shown };
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
        const { _id } = await findCollection(deps, caller, collection_name);
        const known = isId(ID_PREFIX.relation, relation_id);
        const removed = known && (await removeRelation(deps, _id, relation_id));
        if (!removed) throw new Refusal<DocumentErrorCode>('relation_not_found');
        return { status: 200, body: { success: true, message: 'The relation was removed.' } };
      },
    }),
  ];
}
