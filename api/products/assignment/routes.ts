import { assignmentOf } from '../../../src/stores/products/product-index-row';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute } from '../../http/route';
import { putAssignment } from '../../../src/services/products/assignment/put';
import { products } from '../family';
import { findIndex } from '../../../src/services/products/indexes/find';
import { quotas } from '../quotas';
import { assignmentAnswer, assignmentBody } from './schema';
import { indexParams } from '../indexes/schema';

const idempotent = { idPrefix: ID_PREFIX.productJob };
const shared = {
  path: '/v1/indexes/:index/assignment',
  family: products,
  tag: 'Product experiments',
  params: indexParams,
} as const;
const responses = { 200: { description: 'The assignment.', schema: assignmentAnswer } };

/** Routes for an index's assignment, which distributes its shoppers among copies of it. */
export function productAssignmentRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'get',
      operationId: 'getProductAssignment',
      summary: 'Get the assignment of an index',
      description: 'How shoppers are split between the index and its copies.',
      access: 'settings.read',
      quota: quotas.reads,
      responses,
      errors: ['INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX'],
      async handle({ caller, params }) {
        const index = await findIndex(deps, caller, params.index);
        return { status: 200, body: { index: index.name, assignment: assignmentOf(index) ?? {} } };
      },
    }),

    defineRoute({
      ...shared,
      method: 'put',
      operationId: 'putProductAssignment',
      summary: 'Split shoppers between copies',
      description:
        'Replaces the assignment; `{}` ends it. A search with `user_token` is served by the copy of the first layer whose group names ' +
        'one. The same shopper stays in the same group as long as salt, shares and order of the groups stay. Copies have the `acl`, ' +
        '`tenant_field` and `audit` of the index, and no assignment of their own.',
      access: 'settings.write',
      action: 'assignment.update',
      quota: quotas.management,
      body: assignmentBody,
      idempotent,
      responses,
      errors: ['INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX', 'INDEX_NOT_READY', 'FORBIDDEN'],
      async handle({ caller, params, body }) {
        const index = await findIndex(deps, caller, params.index);
        const { layers = [] } = body;
        await putAssignment(deps, caller, index, layers.length === 0 ? null : { layers });
        return {
          status: 200,
          body: { index: index.name, assignment: layers.length === 0 ? {} : { layers } },
        };
      },
    }),

    defineRoute({
      ...shared,
      method: 'delete',
      operationId: 'deleteProductAssignment',
      summary: 'End the assignment of an index',
      description: 'The index serves every shopper itself.',
      access: 'settings.write',
      action: 'assignment.update',
      quota: quotas.management,
      idempotent,
      responses: { 204: { description: 'Nothing is split any more.' } },
      errors: ['INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX'],
      async handle({ caller, params }) {
        await putAssignment(deps, caller, await findIndex(deps, caller, params.index), null);
        return { status: 204 };
      },
    }),
  ];
}
