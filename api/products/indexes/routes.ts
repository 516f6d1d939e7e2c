import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { indexesPerTenantMax } from '../../../src/domain/products/limits';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ApiDeps } from '../../deps';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type AnyRoute, defineRoute } from '../../http/route';
import { products } from '../family';
import { copyIndex } from '../../../src/services/products/indexes/copy';
import { createIndex } from '../../../src/services/products/indexes/create';
import { deleteIndex } from '../../../src/services/products/indexes/delete';
import { viewIndexes } from '../../../src/services/products/indexes/read';
import { findIndex, indexPatternsOf, refuseOtherIndexes } from '../../../src/services/products/indexes/find';
import { presentIndex } from './present';
import { presentJob } from '../jobs/present';
import { quotas } from '../quotas';
import { refusePartialWriters } from '../../../src/services/products/records/own-records';
import { refuseUnsettableFields } from '../settings/schema';
import {
  copyAnswer,
  copyBody,
  deleteIndexQuery,
  indexList,
  indexListQuery,
  indexParams,
  indexResource,
  newIndexBody,
} from './schema';
import { jobAnswer } from '../jobs/schema';
import { pageOf } from '../pages';

const tag = 'Product indexes';

/** Routes for product indexes. */
export function productIndexRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/indexes',
      family: products,
      operationId: 'createProductIndex',
      tag,
      summary: 'Create an index',
      description:
        'Makes an empty index. Upload records and build it; types of fields are inferred from the records. ' +
        `An organization has at most ${indexesPerTenantMax} indexes in one environment.`,
      access: 'indexes.manage',
      action: 'index.create',
      quota: quotas.management,
      body: newIndexBody,
      idempotent: { idPrefix: ID_PREFIX.productIndex },
      responses: { 201: { description: 'The index.', schema: indexResource } },
      errors: ['INDEX_EXISTS', 'INDEX_TOO_LARGE'],
      async handle({ caller, body, sentBody, newId }) {
        refuseOtherIndexes(caller, body.name);
        refuseUnsettableFields(sentBody, ['settings']);
        const row = await createIndex(deps, caller, {
          indexId: newId,
          name: body.name,
          idField: body.id_field,
          ...(body.settings === undefined ? {} : { settings: body.settings }),
        });
        const [view] = await viewIndexes(deps, [row]);
        return { status: 201, body: presentIndex(view!) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v1/indexes',
      family: products,
      operationId: 'listProductIndexes',
      tag,
      summary: 'List indexes',
      description: 'The indexes of the environment of the key, by name.',
      access: 'settings.read',
      quota: quotas.reads,
      query: indexListQuery,
      responses: { 200: { description: 'A page of indexes.', schema: indexList } },
      errors: [],
      async handle({ caller, query: { limit, cursor = null } }) {
        const { productIndexes } = deps.stores;
        const rows = await productIndexes.list(caller, indexPatternsOf(caller), cursor, limit + 1);
        const { page, next } = pageOf(rows, limit, (index) => index.name);
        const views = await viewIndexes(deps, page);
        return { status: 200, body: { indexes: views.map(presentIndex), next_cursor: next } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v1/indexes/:index',
      family: products,
      operationId: 'getProductIndex',
      tag,
      summary: 'Get an index',
      description: 'State, counts and the served build of an index.',
      access: 'settings.read',
      quota: quotas.reads,
      params: indexParams,
      responses: { 200: { description: 'The index.', schema: indexResource } },
      errors: ['INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX'],
      async handle({ caller, params }) {
        const [view] = await viewIndexes(deps, [await findIndex(deps, caller, params.index)]);
        return { status: 200, body: presentIndex(view!) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v1/indexes/:index/copy',
      family: products,
      operationId: 'copyProductIndex',
      tag,
      summary: 'Copy an index',
      description:
        'Makes an index with the settings of this one, takes over what it serves, and builds it: for an experiment, or to try settings. ' +
        'What is written to the original meanwhile may be missing in the copy. Access lists, tenants and the audit log are always those ' +
        'of the original.',
      access: 'indexes.manage',
      action: 'index.create',
      quota: quotas.management,
      params: indexParams,
      body: copyBody,
      idempotent: { idPrefix: ID_PREFIX.productIndex },
      responses: { 202: { description: 'The copy, and the build that fills it.', schema: copyAnswer } },
      errors: [
        'ACCESS_DENIED',
        'INDEX_NOT_FOUND',
        'ALIAS_NOT_INDEX',
        'INDEX_EXISTS',
        'INDEX_TOO_LARGE',
        'NO_DOCUMENTS',
      ],
      async handle({ caller, params, body, newId, log }) {
        refuseOtherIndexes(caller, body.name);
        const source = await findIndex(deps, caller, params.index);
        refusePartialWriters(caller, source);
        const { row, job } = await copyIndex(deps, source, { ...body, indexId: newId, log });
        const [view] = await viewIndexes(deps, [row]);
        return {
          status: 202,
          body: {
            index: presentIndex(view!),
            job: job === null ? null : presentJob(job),
          },
        };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v1/indexes/:index',
      family: products,
      operationId: 'deleteProductIndex',
      tag,
      summary: 'Delete an index',
      description:
        'Removes the index with its records, builds and settings, and ends a running build. The name is free when the job has ended. ' +
        'An index to which aliases point is refused, unless they go too.',
      access: 'indexes.manage',
      action: 'index.delete',
      quota: quotas.management,
      params: indexParams,
      query: deleteIndexQuery,
      idempotent: { idPrefix: ID_PREFIX.productJob },
      responses: { 202: { description: 'The deletion is under way.', schema: jobAnswer } },
      errors: ['INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX', 'INDEX_HAS_ALIAS'],
      async handle({ caller, params, query, newId, log }) {
        const index = await findIndex(deps, caller, params.index);
        const detachesAliases = query.aliases === 'detach';
        const job = await deleteIndex(deps, index, { jobId: newId, detachesAliases, log });
        if (job === null) throw new Refusal<ProductErrorCode>('INDEX_NOT_FOUND');
        return { status: 202, body: { job: presentJob(job) } };
      },
    }),
  ];
}
