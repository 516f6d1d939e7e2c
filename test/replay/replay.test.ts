import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultPayloadConverter } from '@temporalio/common';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { traceHeader } from '../../src/domain/platform/run-trace';
import { untracedRuns } from '../../src/temporal/traced-runs';
import { testWorkflowBundle } from '../setup/workflow-bundle';
import { quietTemporal } from '../setup/quiet-temporal';

const folder = join(__dirname, 'histories');
const recorded = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort();

const historyOf = (name: string) => historyFromJSON(JSON.parse(readFileSync(join(folder, name), 'utf8')));

describe('recorded histories', () => {
  let workflowBundle: WorkflowBundleOption;

  beforeAll(async () => {
    quietTemporal();
    workflowBundle = await testWorkflowBundle();
  });

  it.each(recorded)('%s is continued by the present workflows without a difference', async (name) => {
    await Worker.runReplayHistory({ workflowBundle }, historyOf(name), 'recorded');
  });

  it.each(recorded)('%s is continued alike where its run has a trace', async (name) => {
    const history = historyOf(name);
    const started = history.events![0]!.workflowExecutionStartedEventAttributes!;
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const fields = { [traceHeader]: defaultPayloadConverter.toPayload({ traceparent }) };
    started.header = { fields: { ...started.header?.fields, ...fields } };
    const { sinks } = untracedRuns.worker;
    await Worker.runReplayHistory({ workflowBundle, sinks }, history, 'recorded');
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
