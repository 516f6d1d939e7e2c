import { setWorkflowOptions, type Workflow, workflowInfo } from '@temporalio/workflow';

/**
 * Pins the runs of a workflow: where workers are versioned, a run stays with the build that has begun it. Only
 * for runs that end within minutes, since workers of that build are needed until then. One that hands over to
 * a fresh run is none of these: its successors would be pinned to the same build.
 *
 * Runs of all other workflows move to the current build with their next step. A change of any workflow needs
 * `patched`: where workers are not versioned, pinned runs move as well.
 */
export function pinRuns(workflow: Workflow): void {
  // Temporal refuses every step of a pinned run by a worker that is not versioned.
  setWorkflowOptions(() => (isVersioned() ? { versioningBehavior: 'PINNED' } : {}), workflow);
}

/** Whether the run was begun by a worker with a version; by others the SDK names a build, no deployment. */
function isVersioned(): boolean {
  const { deploymentName = '' } = workflowInfo().currentDeploymentVersion ?? {};
  return deploymentName !== '';
}
