import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { type ApiDeps } from '../../deps';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type AnyRoute, defineRoute } from '../../http/route';
import { products } from '../family';
import { cancelJob } from '../../../src/services/products/jobs/cancel';
import { presentJobs } from './present';
import { awaitJob, currentJob, findJob } from '../../../src/services/products/jobs/read';
import { indexPatternsOf } from '../../../src/services/products/indexes/find';
import { quotas } from '../quotas';
import { jobList, jobListQuery, jobParams, jobQuery, jobResource } from './schema';
import { pageOf } from '../pages';

const tag = 'Product jobs';

/** Routes for jobs of product search. */
export function productJobRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/jobs',
      family: products,
      operationId: 'listProductJobs',
      tag,
      summary: 'List jobs',
      description:
        'The jobs of all indexes, the newest first. Ended bursts of writes are kept for a day, others for 90 days.',
      access: 'jobs.read',
      quota: quotas.reads,
      query: jobListQuery,
      responses: { 200: { description: 'A page of jobs.', schema: jobList } },
      errors: [],
      async handle({ caller, query: { limit, cursor = null, index: indexName, type, status: state } }) {
        const rows = await deps.stores.productJobs.list(
          caller,
          { indexes: indexPatternsOf(caller), indexName, type, state },
          cursor,
          limit + 1,
        );
        const { page, next } = pageOf(rows, limit, (job) => job._id);
        const jobs = await Promise.all(page.map((job) => currentJob(deps, job)));
        return { status: 200, body: { jobs: await presentJobs(deps, caller, jobs), next_cursor: next } };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v1/jobs/:job_id',
      family: products,
      operationId: 'getProductJob',
      tag,
      summary: 'Get a job',
      description:
        'State, stages and progress of a job. With `wait` the answer comes at the end of the job, or when the time is over.',
      access: 'jobs.read',
      quota: quotas.reads,
      params: jobParams,
      query: jobQuery,
      responses: { 200: { description: 'The job.', schema: jobResource } },
      errors: ['JOB_NOT_FOUND'],
      async handle({ caller, params, query: { wait = 0 }, signal }) {
        const job = await findJob(deps, caller, params.job_id);
        const latest = await awaitJob(deps, job, wait, signal);
        const [body] = await presentJobs(deps, caller, [await currentJob(deps, latest)]);
        return { status: 200, body };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v1/jobs/:job_id',
      family: products,
      operationId: 'cancelProductJob',
      tag,
      summary: 'Cancel a job',
      description:
        'Ends a build or an import as `failed` with `CANCELLED`; what is served stays. A build that has begun to publish, a burst of ' +
        'writes, a deletion and an ended job cannot be cancelled.',
      access: 'build',
      action: 'build',
      quota: quotas.management,
      params: jobParams,
      idempotent: { idPrefix: ID_PREFIX.productJob },
      responses: { 200: { description: 'The cancelled job.', schema: jobResource } },
      errors: ['JOB_NOT_FOUND', 'JOB_NOT_CANCELLABLE'],
      async handle({ caller, params, log }) {
        const job = await findJob(deps, caller, params.job_id);
        const cancelled = await cancelJob(deps, job, log);
        if (cancelled === null) throw new Refusal<ProductErrorCode>('JOB_NOT_CANCELLABLE');
        const [body] = await presentJobs(deps, caller, [cancelled]);
        return { status: 200, body };
      },
    }),
  ];
}
