import { type Client } from '@temporalio/client';
import { type IndexJobType } from '../domain/documents/index-source';
import { type ParseOptions } from '../domain/documents/parse-job';
import { evaluationRunId, indexRunId, parseRunId, rollbackRunId } from '../domain/documents/run-ids';
import { SEARCH_ATTRIBUTES } from '../domain/platform/search-attributes';
import { type Tenant } from '../domain/platform/tenancy';
import { type evaluation } from '../../workflows/documents/evaluation';
import { type indexJob } from '../../workflows/documents/index-job';
import { type parseJob } from '../../workflows/documents/parse-job';
import { type rollback } from '../../workflows/documents/rollback';
import { type JobRuns, jobStart, startRun, steerRuns } from './runs';

/** What the start of a parse job needs; operators see owner and options in the Temporal UI. */
export interface ParseJobStart extends Tenant {
  jobId: string;
  options: ParseOptions;
}

/** What operators see of an indexing job, besides its id. */
export interface IndexJobStart extends Tenant {
  jobId: string;
  type: IndexJobType;
  collectionName: string;
}

/** What operators see of a rollback, besides the id of its job. */
export type RollbackStart = Omit<IndexJobStart, 'type'>;

/** What operators see of an evaluation, besides its id. */
export interface EvaluationStart extends Tenant {
  evalId: string;
  collectionName: string;
}

/** Runs of jobs of documents, by kind. */
export interface DocumentJobs {
  parse: JobRuns<ParseJobStart>;
  indexing: JobRuns<IndexJobStart>;
  /** Rollbacks, by the ids of their indexing jobs. */
  rollbacks: JobRuns<RollbackStart>;
  evaluations: JobRuns<EvaluationStart>;
}

/** Creates the access to the runs of document jobs in the client's namespace. */
export function createDocumentJobs(client: Client): DocumentJobs {
  return {
    parse: {
      ...steerRuns(client, 'parseJob', parseRunId),
      start: ({ jobId, options, ...tenant }) =>
        startRun(() =>
          client.workflow.start<typeof parseJob>('parseJob', {
            ...jobStart(tenant, 'queued'),
            workflowId: parseRunId(jobId),
            args: [{ jobId }],
            staticSummary: `Parse a ${options.type} for ${ownerOf(tenant)}`,
            staticDetails: parseDetails(jobId, options),
          }),
        ),
    },

    indexing: {
      ...steerRuns(client, 'indexJob', indexRunId),
      start: ({ jobId, type, collectionName, ...tenant }) =>
        startRun(() =>
          client.workflow.start<typeof indexJob>('indexJob', {
            ...collectionJobStart(tenant, collectionName),
            workflowId: indexRunId(jobId),
            args: [{ jobId }],
            staticSummary: `Index files into ${collectionName} for ${ownerOf(tenant)}`,
            staticDetails: `Job \`${jobId}\` (${type}), \`GET /v2/jobs/${jobId}\``,
          }),
        ),
    },

    rollbacks: {
      ...steerRuns(client, 'rollback', rollbackRunId),
      start: ({ jobId, collectionName, ...tenant }) =>
        startRun(() =>
          client.workflow.start<typeof rollback>('rollback', {
            ...collectionJobStart(tenant, collectionName, 'rolling_back'),
            workflowId: rollbackRunId(jobId),
            args: [{ jobId }],
            staticSummary: `Roll a job of ${collectionName} back for ${ownerOf(tenant)}`,
            staticDetails: `Job \`${jobId}\`, \`GET /v2/jobs/${jobId}\``,
          }),
        ),
    },

    evaluations: {
      ...steerRuns(client, 'evaluation', evaluationRunId),
      start: ({ evalId, collectionName, ...tenant }) =>
        startRun(() =>
          client.workflow.start<typeof evaluation>('evaluation', {
            ...collectionJobStart(tenant, collectionName),
            workflowId: evaluationRunId(evalId),
            args: [{ evalId }],
            staticSummary: `Evaluate queries of ${collectionName} for ${ownerOf(tenant)}`,
            staticDetails: `Evaluation \`${evalId}\`, \`GET /v3/evals/${evalId}\``,
          }),
        ),
    },
  };
}

/** Start of a job of a collection; operators can also find it by the collection's name. */
function collectionJobStart(tenant: Tenant, collectionName: string, status = 'pending') {
  const { typedSearchAttributes, ...start } = jobStart(tenant, status);
  const collection = { key: SEARCH_ATTRIBUTES.collectionName, value: collectionName };
  return { ...start, typedSearchAttributes: [...typedSearchAttributes, collection] };
}

function ownerOf({ organizationId, environment }: Tenant): string {
  return `${organizationId} (${environment})`;
}

function parseDetails(jobId: string, options: ParseOptions): string {
  const own =
    options.type === 'document'
      ? [options.processingType === 'advanced' && 'OCR of every page']
      : [
          options.includeImages && 'images and charts',
          options.includeVerifiedFacts && 'verified facts',
          !options.includeHiddenSheets && 'no hidden sheets',
        ];
  const asked = [options.includeTagsSummary && 'tags and summaries', ...own].filter((part) => part !== false);
  return `Job \`${jobId}\`, \`GET /v3/parse/jobs/${jobId}\`\n\nAsked for: ${asked.join(', ') || 'chunks only'}`;
}
