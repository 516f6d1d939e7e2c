import { changeEnvironment } from '../../../src/services/documents/collections/change-environment';
import { removeCollection } from '../../../src/services/documents/collections/remove';
import { copyCollection } from '../../../src/services/documents/collections/copy';
import { findAnyCollection } from '../../../src/services/documents/collections/find';
import { type ApiDeps } from '../../deps';
import { documentsDetail, documentsError } from '../family';
import {
  presentCollection,
  presentCollectionList,
  presentCopy,
  presentMove,
  presentPutCollection,
} from './present';
import { type AnyRoute, defineRoute } from '../../http/route';
import {
  changeEnvironmentBody,
  collectionItem,
  collectionList,
  collectionParams,
  copyAnswer,
  copyCollectionBody,
  environmentAnswer,
  listCollectionsQuery,
  newCollectionParams,
  putCollectionAnswer,
  putCollectionBody,
} from './schema';
import { standardAnswer } from '../documents/standard-answer';

const tag = 'Collections';

/** Routes for collections: create, list, copy, empty, move and remove. */
export function collectionRoutes(deps: ApiDeps): AnyRoute[] {
  const { collections } = deps.stores;

  return [
    defineRoute({
      method: 'get',
      path: '/v2/collections',
      family: documentsError,
      operationId: 'listCollections',
      tag,
      summary: 'List collections',
      description: 'Newest first.',
      access: 'read',
      query: listCollectionsQuery,
      responses: { 200: { description: 'A page of collections.', schema: collectionList } },
      errors: [],
      async handle({ caller, query }) {
        return { status: 200, body: presentCollectionList(await collections.list(caller, query), query) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/collections/:collection_name',
      family: documentsError,
      operationId: 'getCollection',
      tag,
      summary: 'Get a collection',
      description: 'A collection that is not active is answered as well.',
      access: 'read',
      params: collectionParams,
      responses: { 200: { description: 'The collection.', schema: collectionItem } },
      errors: ['collection_not_found'],
      async handle({ caller, params }) {
        const collection = await findAnyCollection(deps, caller, params.collection_name);
        return { status: 200, body: presentCollection(collection) };
      },
    }),

    defineRoute({
      method: 'put',
      path: '/v2/collections/:collection_name',
      family: documentsError,
      operationId: 'createCollection',
      tag,
      summary: 'Create a collection',
      description:
        'An empty collection. One of this name is answered as it is, and nothing changes; `created` tells ' +
        'which it was. The body may be left out or be null.',
      access: 'index',
      params: newCollectionParams,
      body: putCollectionBody,
      bodyOptional: true,
      responses: { 201: { description: 'The collection.', schema: putCollectionAnswer } },
      errors: [],
      async handle({ caller, params, body }) {
        const { collection, created } = await collections.ensure(caller, params.collection_name, {
          description: body?.description ?? null,
          metadata: body?.metadata == null ? null : JSON.stringify(body.metadata),
          embeddingModel: body?.embedding_model ?? 'auto',
        });
        return { status: 201, body: presentPutCollection(collection, created) };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v2/collections/:collection_name',
      family: documentsError,
      operationId: 'deleteCollection',
      tag,
      summary: 'Delete a collection',
      description:
        'Removes it with all its documents and cancels its running jobs. The name is free at once; copies ' +
        'stay.',
      access: 'index',
      params: collectionParams,
      responses: { 200: { description: 'It is gone.', schema: standardAnswer } },
      errors: ['collection_not_found'],
      async handle({ caller, params, log }) {
        const removed = await removeCollection(deps, caller, params.collection_name, log);
        return { status: 200, body: { success: true, message: `Deleted ${removed.name}.` } };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v2/collections/:collection_name/copy',
      // The specification requires 422 with a list of wrong fields for this route, as on v3 routes.
      family: documentsDetail,
      operationId: 'copyCollection',
      tag,
      summary: 'Copy a collection',
      description:
        'A collection in the same environment that holds what this one holds now, at once, however large it ' +
        'is. From then on neither sees changes of the other.',
      access: 'index',
      params: collectionParams,
      body: copyCollectionBody,
      responses: { 200: { description: 'The copy is there, complete.', schema: copyAnswer } },
      errors: ['collection_not_found', 'target_name_in_use'],
      async handle({ caller, params, body }) {
        const { source, copy } = await copyCollection(deps, caller, {
          source: params.collection_name,
          target: body.target_name,
          includeGraph: body.include_graph,
        });
        return { status: 200, body: presentCopy(source, copy) };
      },
    }),

    defineRoute({
      method: 'patch',
      path: '/v2/collections/:collection_name/environment',
      family: documentsError,
      operationId: 'changeCollectionEnvironment',
      tag,
      summary: 'Move a collection to another environment',
      description:
        'Keys of the new environment see the collection from then on, with all that it holds; nothing is ' +
        'indexed again. Running jobs have to end first. Syncs stay behind, paused.',
      access: 'index',
      params: collectionParams,
      body: changeEnvironmentBody,
      responses: { 200: { description: 'It has moved.', schema: environmentAnswer } },
      errors: ['already_in_environment', 'collection_not_found', 'job_running', 'collection_name_taken'],
      async handle({ caller, params, body, log }) {
        const { collection_name: name } = params;
        const moved = await changeEnvironment(deps, caller, name, body.new_environment, log);
        return { status: 200, body: presentMove(moved.collection, moved.from) };
      },
    }),
  ];
}
