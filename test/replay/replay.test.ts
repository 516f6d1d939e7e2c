import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';

const folder = join(__dirname, 'histories');
const recorded = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort();

const historyOf = (name: string) => historyFromJSON(JSON.parse(readFileSync(join(folder, name), 'utf8')));

describe('recorded histories', () => {
  let workflowBundle: WorkflowBundleWithSourceMap;

  beforeAll(async () => {
    const logger = new DefaultLogger('ERROR');
    Runtime.install({ logger });
    workflowBundle = await bundleWorkflowCode({ workflowsPath: require.resolve('../../workflows'), logger });
  }, 60_000);

  it.each(recorded)('%s is continued by the present workflows without a difference', async (name) => {
    await Worker.runReplayHistory({ workflowBundle }, historyOf(name), 'recorded');
  });

  it('a workflow that would take another step than it took is noticed', async () => {
    const history = historyOf(recorded.find((name) => name.endsWith('parse-job-completed.json'))!);
    const scheduled = history.events!.find(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'parseWorkbook',
    )!;
    scheduled.activityTaskScheduledEventAttributes!.activityType!.name = 'describeChunks';
    await expect(Worker.runReplayHistory({ workflowBundle }, history, 'changed')).rejects.toThrow(
      DeterminismViolationError,
    );
  });
});
