import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BundleOptions } from '@temporalio/worker';

/** Path of the bundle that `src/temporal/bundle-workflows.ts` writes, next to the compiled program. */
export const workflowBundlePath = join(__dirname, '../../workflow-bundle.js');

/** Sources of the bundle of workflows. */
export const workflowSources = {
  workflowsPath: require.resolve('../../workflows'),
  workflowInterceptorModules: [require.resolve('../../workflows/trace-run')],
} satisfies BundleOptions;

/** Workflow code of a worker, with interceptors to bundle if it is not bundled yet. */
interface WorkflowCode {
  code: { workflowBundle: { codePath: string } } | { workflowsPath: string };
  interceptors: string[];
}

/**
 * Workflow code of a worker: the bundle of the build, otherwise the sources, which are bundled at the start
 * (some seconds).
 */
export function workflowCode(): WorkflowCode {
  if (existsSync(workflowBundlePath))
    return { code: { workflowBundle: { codePath: workflowBundlePath } }, interceptors: [] };
  const { workflowsPath, workflowInterceptorModules } = workflowSources;
  return { code: { workflowsPath }, interceptors: workflowInterceptorModules };
}
