import { parseArgs } from 'node:util';
import { type Client } from '@temporalio/client';
import { Refusal, UsageError } from '../refusal';
import {
  type DeployedBuild,
  DeploymentRefused,
  listBuilds,
  setCurrentBuild,
} from '../temporal/worker-deployment';

/** Usage of the command line. */
export const deploymentUsage = `Usage: npm run --silent deployment -- status | current <build-id> | unversioned

  status              Lists the builds of the deployment, the latest first, and which workers are still needed.
  current <build-id>  Gives new runs to the workers of this build, and open ones that are not pinned to a build.
  unversioned         Gives both to workers without TEMPORAL_DEPLOYMENT_NAME.

The deployment is that of TEMPORAL_DEPLOYMENT_NAME. Temporal is the one of TEMPORAL_ADDRESS, else that of the running
stack (DATA_DIR, default .data).`;

type Run = (client: Client, deployment: string) => Promise<string>;

/**
 * Reads the command line. The run answers lines for people.
 *
 * @throws UsageError, or an error of `parseArgs`
 */
export function readDeploymentCommand(argv: readonly string[]): Run {
  const { positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: {} });
  const [action, buildId, ...others] = positionals;
  const unknown = action === 'current' ? others[0] : buildId;
  if (unknown !== undefined) throw new UsageError(`what is ${unknown}?`);
  switch (action) {
    case 'status':
      return refusing(status);
    case 'current':
      if (buildId === undefined) throw new UsageError('which build?');
      return refusing((client, deployment) => makeCurrent(client, deployment, buildId));
    case 'unversioned':
      return refusing((client, deployment) => makeCurrent(client, deployment, null));
    default:
      throw new UsageError(action === undefined ? 'what is to be done?' : `what is ${action}?`);
  }
}

async function status(client: Client, deployment: string): Promise<string> {
  const builds = await listBuilds(client, deployment);
  return [`Deployment ${deployment}:`, ...builds.map((build) => `  ${sentenceOf(build)}`)].join('\n');
}

function sentenceOf({ buildId, state, pinnedRuns }: DeployedBuild): string {
  const pinned = pinnedRuns === 1 ? '1 pinned run' : `${pinnedRuns} pinned runs`;
  const advice: Partial<Record<DeployedBuild['state'], string>> = {
    draining: pinnedRuns > 0 ? 'keep its workers' : "keep its workers until Temporal's next look",
    drained: 'its workers can be stopped',
  };
  return [`${buildId}: ${state}, ${pinned}`, advice[state] ?? []].flat().join('; ');
}

async function makeCurrent(client: Client, deployment: string, buildId: string | null): Promise<string> {
  await setCurrentBuild(client, deployment, buildId);
  if (buildId === null) return `Workers that are not versioned do the work of ${deployment} now.`;
  return `${buildId} is the current build of ${deployment}.`;
}

/** Tells Temporal's refusals as those of the command. */
function refusing(run: Run): Run {
  return async (client, deployment) => {
    try {
      return await run(client, deployment);
    } catch (error) {
      if (error instanceof DeploymentRefused)
        throw new Refusal(`Temporal refuses that for deployment ${deployment}: ${error.message}.`);
      throw error;
    }
  };
}
