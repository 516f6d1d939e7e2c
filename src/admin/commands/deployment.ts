import { type Client } from '@temporalio/client';
import { type Command } from 'commander';
import { readDeploymentName } from '../../config';
import { CommandError, UsageError } from '../../command-errors';
import { type DeployedBuild } from '../../temporal/worker-deployment';
import { withTemporal } from '../connections';
import { type DeploymentStatus, makeBuildCurrent, showDeployment } from '../deployment';
import { printing, tableLines } from '../print-answer';
import { readsVariables } from '../variables';

/** `deployment`: builds of the Worker Deployment that TEMPORAL_DEPLOYMENT_NAME names. */
export function addDeploymentCommands(program: Command): void {
  const deployment = program
    .command('deployment')
    .description('Builds of the workers, for upgrades (Worker Deployment).');
  deployment
    .command('status')
    .summary('list the builds of the workers')
    .description('Lists the builds of the deployment, the latest first, and which workers are still needed.')
    .action(printing(() => withDeployment(showDeployment), statusLines));
  deployment
    .command('set-current')
    .summary('give the work to a build')
    .description('Gives new runs, and open ones that are not pinned to a build, to the workers of a build.')
    .argument('[build-id]', 'TEMPORAL_WORKER_BUILD_ID of these workers')
    .option('--unversioned', 'give them to workers without TEMPORAL_DEPLOYMENT_NAME instead')
    .action(
      printing(setCurrent, ({ deployment: name, build_id: buildId }) => [
        buildId === null
          ? `Workers without a version do the work of ${name} now.`
          : `${buildId} is the current build of ${name}.`,
      ]),
    );
  for (const command of deployment.commands)
    readsVariables(command, 'TEMPORAL_DEPLOYMENT_NAME', 'TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'DATA_DIR');
}

async function setCurrent(buildId: string | undefined, { unversioned = false }: { unversioned?: boolean }) {
  if ((buildId !== undefined) === unversioned)
    throw new UsageError('set-current takes a build id or --unversioned.');
  return withDeployment((client, name) => makeBuildCurrent(client, name, buildId ?? null));
}

async function withDeployment<T>(run: (client: Client, deployment: string) => Promise<T>): Promise<T> {
  const name = readDeploymentName();
  if (name === undefined) throw new CommandError('Set TEMPORAL_DEPLOYMENT_NAME to that of the workers.');
  return withTemporal((client) => run(client, name));
}

/** Advice in the last column: what operators do with the workers of a build. */
function adviceOf(state: DeployedBuild['state'], pinnedRuns: number): string {
  if (state === 'drained') return 'can be stopped';
  if (state !== 'draining') return '-';
  return pinnedRuns > 0 ? 'keep' : 'keep until Temporal has looked again';
}

/** Table of the builds, for operators. */
export function statusLines({ builds }: DeploymentStatus): string[] {
  return tableLines(
    ['BUILD', 'STATE', 'PINNED RUNS', 'WORKERS'],
    builds.map(({ build_id, state, pinned_runs }) => [
      build_id,
      state,
      String(pinned_runs),
      adviceOf(state, pinned_runs),
    ]),
  );
}
