import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from '@temporalio/worker';
import { compiledPrograms } from './program-process';

/**
 * The present workflows for workers of tests: the bundle that `npm test` has built, else one made now (some
 * seconds).
 */
export async function testWorkflowBundle(): Promise<WorkflowBundleOption> {
  if (compiledPrograms !== undefined) return { codePath: join(compiledPrograms, 'workflow-bundle.js') };
  return bundleWorkflowCode({
    workflowsPath: require.resolve('../../workflows'),
    logger: new DefaultLogger('ERROR'),
  });
}
