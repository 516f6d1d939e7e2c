import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Path of the bundle that `src/temporal/bundle-workflows.ts` writes: beside the compiled program. */
export const workflowBundlePath = join(__dirname, '../../workflow-bundle.js');

/**
 * Workflow code of a worker: the bundle that was built with the program, else the sources, bundled at start
 * (some seconds).
 */
export function workflowCode(): { workflowBundle: { codePath: string } } | { workflowsPath: string } {
  if (existsSync(workflowBundlePath)) return { workflowBundle: { codePath: workflowBundlePath } };
  return { workflowsPath: require.resolve('../../workflows') };
}
