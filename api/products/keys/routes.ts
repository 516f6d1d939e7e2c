import { keysPerTenantMax } from '../../../src/domain/products/limits';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute } from '../../http/route';
import { products } from '../family';
import { changeKey } from '../../../src/services/products/keys/change';
import { createKey } from '../../../src/services/products/keys/create';
import { deleteKey } from '../../../src/services/products/keys/delete';
import { findKey } from '../../../src/services/products/keys/find';
import { namingMembers, sentBounds } from './bounds';
import { presentKey } from './present';
import { quotas } from '../quotas';
import {
  createdKey,
  deleteKeyQuery,
  keyChangeBody,
  keyList,
  keyListQuery,
  keyParams,
  keyResource,
  newKeyBody,
} from './schema';
import { pageOf } from '../pages';

const tag = 'Product keys';

/** Routes for keys of product search. */
export function productKeyRoutes(deps: ApiDeps): AnyRoute[] {
  const { productKeys } = deps.stores;
  return [
    defineRoute({
      method: 'post',
      path: '/v1/keys',
      family: products,
      operationId: 'createProductKey',
      tag,
      summary: 'Create a key',
      description:
        'Makes a key and shows its text, this once. A scoped key derives from a search key or a scoped key and may do ' +
        `at most what that one may. An organization has at most ${keysPerTenantMax} keys in one environment.`,
      access: 'keys.manage',
      action: 'key.create',
      quota: quotas.management,
      body: newKeyBody,
      idempotent: { idPrefix: ID_PREFIX.apiKey },
      answersSecret: true,
      responses: { 201: { description: 'The key.', schema: createdKey } },
      errors: ['FILTER_INVALID'],
      async handle({ caller, body, newId }) {
        const { name, type, parent = null, permissions } = body;
        const wanted = { name, type, parent, permissions, bounds: sentBounds(body) };
        const { row, text } = await namingMembers(() => createKey(deps, caller, wanted, newId));
        return { status: 201, body: { ...presentKey(row), key: text } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v1/keys',
      family: products,
      operationId: 'listProductKeys',
      tag,
      summary: 'List keys',
      description: 'The keys of the environment of the caller, oldest first, without their texts.',
      access: 'keys.manage',
      action: 'key.read',
      quota: quotas.reads,
      query: keyListQuery,
      responses: { 200: { description: 'A page of keys.', schema: keyList } },
      errors: [],
      async handle({ caller, query: { limit, cursor = null } }) {
        const rows = await productKeys.list(caller, cursor, limit + 1);
        const { page, next } = pageOf(rows, limit, (key) => key._id);
        return { status: 200, body: { keys: page.map(presentKey), next_cursor: next } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v1/keys/:key_id',
      family: products,
      operationId: 'getProductKey',
      tag,
      summary: 'Get a key',
      description: 'A key without its text.',
      access: 'keys.manage',
      action: 'key.read',
      quota: quotas.reads,
      params: keyParams,
      responses: { 200: { description: 'The key.', schema: keyResource } },
      errors: ['KEY_NOT_FOUND'],
      async handle({ caller, params }) {
        return { status: 200, body: presentKey(await findKey(deps.stores, caller, params.key_id)) };
      },
    }),

    defineRoute({
      method: 'patch',
      path: '/v1/keys/:key_id',
      family: products,
      operationId: 'changeProductKey',
      tag,
      summary: 'Change a key',
      description:
        'Changes the members that are sent. Name, end and origins change freely; all others can only become narrower. ' +
        'Every process follows within five seconds, for the keys and tokens below the key too.',
      access: 'keys.manage',
      action: 'key.update',
      quota: quotas.management,
      params: keyParams,
      body: keyChangeBody,
      idempotent: { idPrefix: ID_PREFIX.apiKey },
      responses: { 200: { description: 'The key.', schema: keyResource } },
      errors: ['KEY_NOT_FOUND', 'KEY_ISSUED_BY_SERVICE', 'KEY_IS_CALLER', 'FILTER_INVALID'],
      async handle({ caller, params, body }) {
        const { name, permissions } = body;
        const change = { name, permissions, bounds: sentBounds(body) };
        const row = await namingMembers(() => changeKey(deps, caller, params.key_id, change));
        return { status: 200, body: presentKey(row) };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v1/keys/:key_id',
      family: products,
      operationId: 'deleteProductKey',
      tag,
      summary: 'Delete a key',
      description:
        'Ends a key; every process refuses it, and the tokens that it signed, within five seconds.',
      access: 'keys.manage',
      action: 'key.delete',
      quota: quotas.management,
      params: keyParams,
      query: deleteKeyQuery,
      idempotent: { idPrefix: ID_PREFIX.apiKey },
      responses: { 204: { description: 'The key is deleted.' } },
      errors: [
        'KEY_NOT_FOUND',
        'KEY_ISSUED_BY_SERVICE',
        'KEY_IS_CALLER',
        'KEY_HAS_CHILDREN',
        'CASCADE_INCLUDES_CALLER',
      ],
      async handle({ caller, params, query }) {
        await deleteKey(deps, caller, params.key_id, { cascade: query.cascade === 'true' });
        return { status: 204 };
      },
    }),
  ];
}
