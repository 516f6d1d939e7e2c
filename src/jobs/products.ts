import { type Client, WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../domain/platform/search-attributes';
import { type Tenant } from '../domain/platform/tenancy';
import {
  buildRunId,
  deleteRunId,
  importRunId,
  vectorsRunId,
  writeRunId,
  wroteName,
} from '../domain/products/run-ids';
import { type indexBuild } from '../../workflows/products/index-build';
import { type indexDelete } from '../../workflows/products/index-delete';
import { type indexImport } from '../../workflows/products/index-import';
import { type indexWrite } from '../../workflows/products/index-write';
import { type titleVectors } from '../../workflows/products/title-vectors';
import { callTemporal } from '../temporal/temporal-call';
import { type JobRuns, jobStart, listStopped, startRun, steerRuns } from './runs';

/** What operators see of a job of an index, besides its id. */
export interface ProductJobStart extends Tenant {
  jobId: string;
  indexName: string;
}

/** What operators see of an index on the run of its live writes. */
export interface ProductWritesStart extends Tenant {
  indexId: string;
  indexName: string;
}

/** What operators see of a build on the run that makes its vectors. */
export interface ProductVectorsStart extends Tenant {
  buildId: string;
  indexName: string;
}

/** Runs of jobs of product search, by kind. */
export interface ProductJobs {
  builds: JobRuns<ProductJobStart>;
  deletions: JobRuns<ProductJobStart>;
  imports: JobRuns<ProductJobStart>;
  vectors: {
    /** Starts the run that makes the vectors of a published build; does nothing while it is under way. */
    start(build: ProductVectorsStart): Promise<void>;
  };
  writes: {
    /** Signals the run of an index that live writes wait; starts a run if there is none. */
    wake(index: ProductWritesStart): Promise<void>;
    /** Ids of indexes whose run was stopped since then, as in `JobRuns.stoppedSince`. */
    stoppedSince(since: Date): Promise<string[]>;
  };
}

/** Creates the access to the runs of product jobs in the client's namespace. */
export function createProductJobs(client: Client): ProductJobs {
  return {
    builds: {
      ...steerRuns(client, 'indexBuild', buildRunId),
      start: ({ jobId, ...job }) =>
        startRun(() =>
          client.workflow.start<typeof indexBuild>('indexBuild', {
            ...productJobStart(job),
            workflowId: buildRunId(jobId),
            args: [{ jobId }],
            staticSummary: `Build ${job.indexName} for ${job.organizationId} (${job.environment})`,
            staticDetails: `Job \`${jobId}\`, \`GET /v1/jobs/${jobId}\``,
          }),
        ),
    },

    deletions: {
      ...steerRuns(client, 'indexDelete', deleteRunId),
      start: ({ jobId, ...job }) =>
        startRun(() =>
          client.workflow.start<typeof indexDelete>('indexDelete', {
            ...productJobStart(job),
            workflowId: deleteRunId(jobId),
            args: [{ jobId }],
            staticSummary: `Delete ${job.indexName} of ${job.organizationId} (${job.environment})`,
            staticDetails: `Job \`${jobId}\`, \`GET /v1/jobs/${jobId}\``,
          }),
        ),
    },

    imports: {
      ...steerRuns(client, 'indexImport', importRunId),
      start: ({ jobId, ...job }) =>
        startRun(() =>
          client.workflow.start<typeof indexImport>('indexImport', {
            ...productJobStart(job),
            workflowId: importRunId(jobId),
            args: [{ jobId }],
            staticSummary: `Import into ${job.indexName} for ${job.organizationId} (${job.environment})`,
            staticDetails: `Job \`${jobId}\`, \`GET /v1/jobs/${jobId}\``,
          }),
        ),
    },

    vectors: {
      async start({ buildId, ...index }) {
        await callTemporal(() =>
          client.workflow.start<typeof titleVectors>('titleVectors', {
            ...productJobStart(index),
            workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
            workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
            workflowId: vectorsRunId(buildId),
            args: [{ buildId }],
            staticSummary: `Make vectors of ${index.indexName} for ${index.organizationId} (${index.environment})`,
          }),
        );
      },
    },

    writes: {
      stoppedSince: (since) =>
        listStopped(client, { workflowType: 'indexWrite', prefix: writeRunId(''), since }),

      async wake({ indexId, ...index }) {
        await callTemporal(() =>
          client.workflow.signalWithStart<typeof indexWrite>('indexWrite', {
            ...productJobStart(index),
            workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
            workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
            workflowId: writeRunId(indexId),
            args: [{ indexId }],
            signal: wroteName,
            signalArgs: [],
            staticSummary: `Apply live writes of ${index.indexName} for ${index.organizationId} (${index.environment})`,
          }),
        );
      },
    },
  };
}

/** Start of a job of an index; operators can also find it by the name of the index. */
function productJobStart({ indexName, ...tenant }: Omit<ProductJobStart, 'jobId'>) {
  const { typedSearchAttributes, ...start } = jobStart(tenant, 'queued');
  const index = { key: SEARCH_ATTRIBUTES.indexName, value: indexName };
  return { ...start, typedSearchAttributes: [...typedSearchAttributes, index] };
}
