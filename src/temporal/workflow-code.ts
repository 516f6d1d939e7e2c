import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BundleOptions } from '@temporalio/worker';

/** Path of the bundle that `src/temporal/bundle-workflows.ts` writes: beside the compiled program. */
export const workflowBundlePath = join(__dirname, '../../workflow-bundle.js');

/** What a bundle of workflows is made of. */
export const workflowSources = {
  workflowsPath: require.resolve('../../workflows'),
  workflowInterceptorModules: [require.resolve('../../workflows/trace-run')],
} satisfies BundleOptions;

/** Workflow code of a worker, and interceptors that it is bundled with where it is not bundled yet. */
interface WorkflowCode {
  code: { workflowBundle: { codePath: string } } | { workflowsPath: string };
  interceptors: string[];
}

/**
 * Workflow code of a worker: the bundle that was built with the program, else the sources, bundled at start
 * (some seconds).
 */
export function workflowCode(): WorkflowCode {
  if (existsSync(workflowBundlePath))
    return { code: { workflowBundle: { codePath: workflowBundlePath } }, interceptors: [] };
  const { workflowsPath, workflowInterceptorModules } = workflowSources;
  return { code: { workflowsPath }, interceptors: workflowInterceptorModules };
}
