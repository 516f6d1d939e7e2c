import { type Client, isGrpcServiceError } from '@temporalio/client';
import { tsToDate } from '@temporalio/common/lib/time';
import { JobsUnavailable } from '../domain/platform/jobs-unavailable';

/** `WorkerDeploymentVersionStatus` of Temporal's API, by its numbers. */
const STATES = ['unknown', 'inactive', 'current', 'ramping', 'draining', 'drained', 'created'] as const;

/** `FAILED_PRECONDITION` and `NOT_FOUND`, https://grpc.io/docs/guides/status-codes/. */
const refusalCodes: readonly number[] = [9, 5];

export interface DeployedBuild {
  buildId: string;
  /** `drained`: no run needs the build. Temporal updates the state every few minutes. */
  state: (typeof STATES)[number];
  /** Number of open runs that are pinned to the build; Temporal's list may lag. */
  pinnedRuns: number;
}

/** Temporal refuses the request; the message is Temporal's. */
export class DeploymentRefused extends Error {
  override readonly name = 'DeploymentRefused';
}

/**
 * Builds of a deployment, latest first.
 *
 * @throws DeploymentRefused when no worker of the deployment has ever connected; JobsUnavailable
 */
export async function listBuilds(client: Client, deploymentName: string): Promise<DeployedBuild[]> {
  const { namespace } = client.options;
  const { workerDeploymentInfo } = await ask(() =>
    client.connection.workflowService.describeWorkerDeployment({ namespace, deploymentName }),
  );
  const builds = (workerDeploymentInfo?.versionSummaries ?? []).map(
    async ({ deploymentVersion, status, createTime }) => {
      const buildId = deploymentVersion?.buildId ?? '';
      return {
        at: tsToDate(createTime!),
        build: {
          buildId,
          state: STATES.at(status ?? 0) ?? 'unknown',
          pinnedRuns: await countPinned(client, deploymentName, buildId),
        },
      };
    },
  );
  const found = await Promise.all(builds);
  return found.sort((a, b) => b.at.getTime() - a.at.getTime()).map(({ build }) => build);
}

/**
 * Makes a build the current one: new runs start on it, and open ones that are not pinned move to it. Null
 * moves them to unversioned workers.
 *
 * @throws DeploymentRefused when the build, or one of its task queues, has no worker; JobsUnavailable
 */
export async function setCurrentBuild(
  client: Client,
  deploymentName: string,
  buildId: string | null,
): Promise<void> {
  const { namespace, identity } = client.options;
  await ask(() =>
    client.connection.workflowService.setWorkerDeploymentCurrentVersion({
      namespace,
      identity,
      deploymentName,
      buildId: buildId ?? '',
    }),
  );
}

async function countPinned(client: Client, deploymentName: string, buildId: string): Promise<number> {
  const version = JSON.stringify(`${deploymentName}:${buildId}`);
  const isPinned = `TemporalWorkflowVersioningBehavior = "Pinned" AND ExecutionStatus = "Running"`;
  const { count } = await ask(() =>
    client.workflow.count(`TemporalWorkerDeploymentVersion = ${version} AND ${isPinned}`),
  );
  return count;
}

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isGrpcServiceError(error) && refusalCodes.includes(error.code))
      throw new DeploymentRefused(error.details, { cause: error });
    throw new JobsUnavailable(error);
  }
}
