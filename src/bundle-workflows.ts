import { writeFileSync } from 'node:fs';
import { bundleWorkflowCode } from '@temporalio/worker';
import { workflowBundlePath } from './workflow-code';

/**
 * A build step, `node dist/src/bundle-workflows.js`: bundles the compiled workflows, so that workers in production start
 * without a compiler and all run the same code.
 */
async function main(): Promise<void> {
  const { code } = await bundleWorkflowCode({ workflowsPath: require.resolve('../workflows') });
  writeFileSync(workflowBundlePath, code);
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
