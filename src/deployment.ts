import { deploymentUsage, readDeploymentCommand } from './admin/deployment';
import { runCommandLine } from './admin/run-command';
import { stackTemporal } from './admin/connections';
import { readDeploymentName } from './config';
import { Refusal } from './refusal';
import { createTemporalClient } from './temporal/temporal-client';

runCommandLine(deploymentUsage, async (argv) => {
  const run = readDeploymentCommand(argv);
  const deployment = readDeploymentName();
  if (deployment === undefined) throw new Refusal('Set TEMPORAL_DEPLOYMENT_NAME to that of the workers.');
  const client = createTemporalClient(stackTemporal());
  try {
    return await run(client, deployment);
  } finally {
    await client.connection.close();
  }
});
