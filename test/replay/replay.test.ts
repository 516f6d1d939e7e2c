import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultPayloadConverter } from '@temporalio/common';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { traceHeader } from '../../src/domain/platform/run-trace';
import { untracedRuns } from '../../src/temporal/traced-runs';
import { testWorkflowBundle } from '../setup/workflow-bundle';
import { quietTemporal } from '../setup/quiet-temporal';
import { scenarios } from './scenarios';

const folder = join(__dirname, 'histories');
const recorded = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .sort();

const historyOf = (name: string) => historyFromJSON(JSON.parse(readFileSync(join(folder, name), 'utf8')));

/** Errors that ended replays, by the names of their histories; undefined where one went to its end. */
type Ends = Map<string, Error | undefined>;

/** Replays histories one after the other; a worker for each would take seconds. */
async function replayed(
  options: Parameters<typeof Worker.runReplayHistories>[0],
  toHistory: (name: string) => ReturnType<typeof historyOf>,
): Promise<Ends> {
  const histories = recorded.map((name) => ({ workflowId: name, history: toHistory(name) }));
  const ends: Ends = new Map();
  for await (const { workflowId, error } of Worker.runReplayHistories(options, histories))
    ends.set(workflowId, error);
  return ends;
}

/** The same history with the header of a trace. */
function tracedHistoryOf(name: string): ReturnType<typeof historyOf> {
  const history = historyOf(name);
  const started = history.events![0]!.workflowExecutionStartedEventAttributes!;
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const fields = { [traceHeader]: defaultPayloadConverter.toPayload({ traceparent }) };
  started.header = { fields: { ...started.header?.fields, ...fields } };
  return history;
}

const endOf = (ends: Ends, name: string) => (ends.has(name) ? (ends.get(name) ?? 'the end') : 'not replayed');

describe('recorded histories', () => {
  let workflowBundle: WorkflowBundleOption;
  let plain: Ends;
  let traced: Ends;

  beforeAll(async () => {
    quietTemporal();
    workflowBundle = await testWorkflowBundle();
    plain = await replayed({ workflowBundle }, historyOf);
    traced = await replayed({ workflowBundle, sinks: untracedRuns.worker.sinks }, tracedHistoryOf);
  });

  it('there is one of each workflow', () => {
    const names = new Set(recorded.map((name) => basename(name, '.json')));
    expect([...names].sort()).toEqual(Object.keys(scenarios).sort());
  });

  it.each(recorded)('%s is continued by the present workflows without a difference', (name) => {
    expect(endOf(plain, name)).toBe('the end');
  });

  it.each(recorded)('%s is continued alike where its run has a trace', (name) => {
    expect(endOf(traced, name)).toBe('the end');
  });

  it('a workflow that would take another step than it took is noticed', async () => {
    const history = historyOf(recorded.find((name) => name.endsWith('parseJob.json'))!);
    const scheduled = history.events!.find(
      (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'parseWorkbook',
    )!;
    scheduled.activityTaskScheduledEventAttributes!.activityType!.name = 'describeChunks';
    await expect(Worker.runReplayHistory({ workflowBundle }, history, 'changed')).rejects.toThrow(
      DeterminismViolationError,
    );
  });
});
