import { writeFileSync } from 'node:fs';
import { bundleWorkflowCode } from '@temporalio/worker';
import { workflowBundlePath, workflowSources } from './workflow-code';

/**
 * The last step of a build, `node dist/src/temporal/bundle-workflows.js`: bundles the compiled workflows, so
 * that workers need no compiler and run identical code.
 */
async function main(): Promise<void> {
  const { code } = await bundleWorkflowCode(workflowSources);
  writeFileSync(workflowBundlePath, code);
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
