import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from '@temporalio/worker';

/** The present workflows for workers of tests: the bundle that `npm test` has built, else one made now (some seconds). */
export async function testWorkflowBundle(): Promise<WorkflowBundleOption> {
  const compiled = process.env.TEST_PROGRAMS;
  if (compiled !== undefined) return { codePath: join(compiled, 'workflow-bundle.js') };
  return bundleWorkflowCode({
    workflowsPath: require.resolve('../../workflows'),
    logger: new DefaultLogger('ERROR'),
  });
}
