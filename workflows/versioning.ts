import { setWorkflowOptions, type Workflow, workflowInfo } from '@temporalio/workflow';

/**
 * Pins the runs of a workflow: with versioned workers, a run stays with the build that began it. Use it only
 * for workflows that end within minutes, since workers of that build are needed until then. It does not suit
 * a workflow that continues as a new run: all its successors would be pinned to the same build.
 *
 * Runs of all other workflows move to the current build with their next step. A change of any workflow needs
 * `patched`, since pinned runs move too when workers are not versioned.
 */
export function pinRuns(workflow: Workflow): void {
  // Temporal refuses every step of a pinned run by a worker that is not versioned.
  setWorkflowOptions(() => (isVersioned() ? { versioningBehavior: 'PINNED' } : {}), workflow);
}

/**
 * Whether a worker with a version began the run. For other workers the SDK reports a build without a
 * deployment.
 */
function isVersioned(): boolean {
  const { deploymentName = '' } = workflowInfo().currentDeploymentVersion ?? {};
  return deploymentName !== '';
}
