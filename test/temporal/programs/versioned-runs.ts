import { condition, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { pinRuns } from '../../../workflows/versioning';

/** Ends the wait of a run. */
export const goOnSignal = defineSignal('goOn');

/** Builds at the start of a run and after its wait; null for a worker that is not versioned. */
export type SeenBuilds = (string | null)[];

function buildNow(): string | null {
  const { deploymentName = '', buildId = null } = workflowInfo().currentDeploymentVersion ?? {};
  return deploymentName === '' ? null : buildId;
}

/** Waits until it is told to continue. Runs of it move to the current build. */
export async function moving(): Promise<SeenBuilds> {
  let told = false;
  setHandler(goOnSignal, () => {
    told = true;
  });
  const first = buildNow();
  await condition(() => told);
  return [first, buildNow()];
}

/** The same in a workflow whose runs are pinned. */
export function pinned(): Promise<SeenBuilds> {
  return moving();
}

pinRuns(pinned);
