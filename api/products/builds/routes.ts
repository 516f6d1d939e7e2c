import { z } from 'zod';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute } from '../../http/route';
import { startBuild, startRollback } from '../../../src/services/products/builds/start';
import { products } from '../family';
import { findIndex } from '../../../src/services/products/indexes/find';
import { presentJob } from '../jobs/present';
import { quotas } from '../quotas';
import { indexParams } from '../indexes/schema';
import { jobAnswer } from '../jobs/schema';

const tag = 'Product indexes';

/** Errors of the routes that start a build. */
export const startBuildErrors = [
  'JOB_RUNNING',
  'NO_DOCUMENTS',
  'INDEX_NOT_FOUND',
  'ALIAS_NOT_INDEX',
] as const;

const buildBody = z
  .strictObject({ from: z.literal('staged').default('staged') })
  .meta({ id: 'ProductBuildBody', examples: [{ from: 'staged' }] });

export function productBuildRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/v1/indexes/:index/build',
      family: products,
      operationId: 'buildProductIndex',
      tag,
      summary: 'Build an index',
      description:
        'Makes a new searchable copy of all records, those that are served and those that are staged, by the settings of now, and ' +
        'serves it once it has passed its checks. What is served until then stays. One build of an index runs at a time.',
      access: 'build',
      action: 'build',
      quota: quotas.management,
      params: indexParams,
      body: buildBody,
      bodyOptional: true,
      idempotent: { idPrefix: ID_PREFIX.productJob },
      responses: { 202: { description: 'The build is under way.', schema: jobAnswer } },
      errors: [...startBuildErrors],
      async handle({ caller, params, newId, log }) {
        const index = await findIndex(deps, caller, params.index);
        const job = await startBuild(deps, index, { jobId: newId, log });
        return { status: 202, body: { job: presentJob(job) } };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v1/indexes/:index/rollback',
      family: products,
      operationId: 'rollBackProductIndex',
      tag,
      summary: 'Put the former build back',
      description:
        'Serves the build again that was served before the present one, with all live writes since. It is kept until the next build ' +
        'has ended. Records that the present build has taken from uploads are staged again.',
      access: 'build',
      action: 'build',
      quota: quotas.management,
      params: indexParams,
      idempotent: { idPrefix: ID_PREFIX.productJob },
      responses: { 202: { description: 'The rollback is under way.', schema: jobAnswer } },
      errors: ['INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX', 'INDEX_NOT_READY', 'JOB_RUNNING'],
      async handle({ caller, params, newId, log }) {
        const index = await findIndex(deps, caller, params.index);
        const job = await startRollback(deps, index, { jobId: newId, log });
        return { status: 202, body: { job: presentJob(job) } };
      },
    }),
  ];
}
