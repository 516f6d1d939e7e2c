import { type Client } from '@temporalio/client';
import { CommandError } from '../command-errors';
import {
  type DeployedBuild,
  DeploymentRefused,
  listBuilds,
  setCurrentBuild,
} from '../temporal/worker-deployment';

/** Builds of a Worker Deployment, the latest first. */
export interface DeploymentStatus {
  deployment: string;
  builds: { build_id: string; state: DeployedBuild['state']; pinned_runs: number }[];
}

/** @throws CommandError where no worker has ever belonged to the deployment */
export async function showDeployment(client: Client, deployment: string): Promise<DeploymentStatus> {
  const builds = await refusing(deployment, listBuilds(client, deployment));
  return {
    deployment,
    builds: builds.map(({ buildId, state, pinnedRuns }) => ({
      build_id: buildId,
      state,
      pinned_runs: pinnedRuns,
    })),
  };
}

/**
 * Routes new runs, and open runs that are not pinned, to the workers of a build; null routes them to workers
 * without a version.
 *
 * @throws CommandError where the build has no worker, or none for one of its task queues
 */
export async function makeBuildCurrent(
  client: Client,
  deployment: string,
  buildId: string | null,
): Promise<{ deployment: string; build_id: string | null }> {
  await refusing(deployment, setCurrentBuild(client, deployment, buildId));
  return { deployment, build_id: buildId };
}

async function refusing<T>(deployment: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof DeploymentRefused)) throw error;
    throw new CommandError(`Temporal refuses that for deployment ${deployment}: ${error.message}.`, {
      cause: error,
    });
  }
}
