import { type ApiDeps } from '../../deps';
import { documentsError } from '../family';
import { cancelIndexJob } from '../../../src/services/documents/index-jobs/cancel';
import { readIndexJob } from '../../../src/services/documents/index-jobs/read';
import { rollBackIndexJob } from '../../../src/services/documents/index-jobs/roll-back';
import {
  presentCancelledJob,
  presentIndexJob,
  presentIndexJobs,
  presentRollback,
  presentRollbackUnderWay,
} from './present';
import { type AnyRoute, defineRoute } from '../../http/route';
import {
  cancelledIndexJob,
  indexJobList,
  indexJobParams,
  indexJobQuery,
  indexJobResource,
  listIndexJobsQuery,
  rolledBackJob,
  rollbackUnderWay,
} from './schema';

const tag = 'Jobs';

/** Routes for indexing jobs: state, list, cancellation and rollback. */
export function indexJobRoutes(deps: ApiDeps): AnyRoute[] {
  const { indexJobs } = deps.stores;

  return [
    defineRoute({
      method: 'get',
      path: '/v2/jobs',
      family: documentsError,
      operationId: 'listJobs',
      tag,
      summary: 'List jobs',
      description: 'Newest first.',
      access: 'read',
      query: listIndexJobsQuery,
      responses: { 200: { description: 'A page of jobs.', schema: indexJobList } },
      errors: [],
      async handle({ caller, query }) {
        const { status, collection, sync_id, job_environment: environment = caller.environment } = query;
        const filter = {
          ...(status === undefined ? {} : { state: status }),
          ...(collection === undefined ? {} : { collectionName: collection }),
          ...(sync_id === undefined ? {} : { syncId: sync_id }),
        };
        const isElsewhere = environment !== caller.environment;
        const page = isElsewhere ? { jobs: [], total: 0 } : await indexJobs.list(caller, filter, query);
        return { status: 200, body: presentIndexJobs(page, query) };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v2/jobs/:job_id',
      family: documentsError,
      operationId: 'getJob',
      tag,
      summary: 'Get a job',
      description:
        'State, progress and a page of the files of an indexing job. Counts are about right while it runs, ' +
        'exact once it has ended. Jobs are kept for 90 days.',
      access: 'read',
      params: indexJobParams,
      query: indexJobQuery,
      responses: { 200: { description: 'The job.', schema: indexJobResource } },
      errors: ['job_not_found'],
      async handle({ caller, params, query, signal }) {
        const { wait: waitMs = 0, files_limit: limit, files_cursor: cursor } = query;
        const after = cursor === undefined ? -1 : Number(cursor);
        const wanted = { after, limit, waitMs, signal };
        const { job, files, next } = await readIndexJob(deps, caller, params.job_id, wanted);
        const nextCursor = next === null ? null : String(next);
        return { status: 200, body: presentIndexJob(job, { files, limit, nextCursor }, new Date()) };
      },
    }),

    defineRoute({
      method: 'delete',
      path: '/v2/jobs/:job_id',
      family: documentsError,
      operationId: 'cancelJob',
      tag,
      summary: 'Cancel a job',
      description:
        'Files that were indexed stay; what is at work leaves nothing. A job that takes a while to stop is ' +
        'still `running` in the answer. Safe to repeat: a job that has ended is answered as it is.',
      access: 'index',
      params: indexJobParams,
      responses: { 200: { description: 'The job afterwards.', schema: cancelledIndexJob } },
      errors: ['job_not_found'],
      async handle({ caller, params, signal, log }) {
        const { job, hadEnded } = await cancelIndexJob(deps, caller, params.job_id, { signal, log });
        return { status: 200, body: presentCancelledJob(job, hadEnded) };
      },
    }),

    defineRoute({
      method: 'patch',
      path: '/v2/jobs/:job_id/rollback',
      family: documentsError,
      operationId: 'rollBackJob',
      tag,
      summary: 'Roll a job back',
      description:
        'Removes every document that a finished job has made, and gives those that it has overwritten, or ' +
        'taken away for a sync, their former version back, for 7 days. Documents that a later job has ' +
        'rewritten stay; no later rollback brings back what this one takes back. A request that it outlasts ' +
        'is answered with 202; the job shows its progress. The same request again waits for it, and has its ' +
        'outcome for good.',
      access: 'index',
      params: indexJobParams,
      responses: {
        200: { description: 'What became of the documents.', schema: rolledBackJob },
        202: { description: 'The rollback is under way.', schema: rollbackUnderWay },
      },
      errors: ['job_not_found', 'job_not_finished'],
      async handle({ caller, params, signal, log }) {
        const { job, answer } = await rollBackIndexJob(deps, caller, params.job_id, { signal, log });
        if (answer === null) return { status: 202, body: presentRollbackUnderWay(job) };
        return { status: 200, body: presentRollback(job._id, answer) };
      },
    }),
  ];
}
