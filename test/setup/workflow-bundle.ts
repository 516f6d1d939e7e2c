import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from '@temporalio/worker';
import { workflowSources } from '../../src/temporal/workflow-code';
import { compiledPrograms } from './program-process';

/**
 * The present workflows for workers of tests: the bundle that `npm test` has built, else one made now (some
 * seconds).
 */
export async function testWorkflowBundle(): Promise<WorkflowBundleOption> {
  if (compiledPrograms !== undefined) return { codePath: join(compiledPrograms, 'workflow-bundle.js') };
  return bundleWorkflowCode({
    ...workflowSources,
    logger: new DefaultLogger('ERROR'),
  });
}
