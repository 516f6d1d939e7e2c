import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

const text = readFileSync(path.join(__dirname, '../../../docs/operations.md'), 'utf8');
/** Views of the table: name, filter in the link, filter as it is shown. */
const views = [...text.matchAll(/^\| \[([^\]]+)\]\(\S+\?query=([^)\s]+)\) +\| `([^`]+)` +\|/gm)].map(
  ([, name, linked, shown]) => ({ name: name!, linked: decodeURIComponent(linked!), shown: shown! }),
);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** Ids of the runs that a view finds, for the owner of the suite. */
async function found(name: string): Promise<string[]> {
  const { linked } = views.find((view) => view.name === name)!;
  const ids = [];
  for await (const { workflowId } of stack.temporal.client.workflow.list({ query: owned(linked) }))
    ids.push(workflowId);
  return ids;
}

/** A history as text, with payloads as they are. */
const readable = (history: unknown) =>
  JSON.stringify(history, function (name) {
    const value: unknown = (this as Record<string, unknown>)[name];
    return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;
  });

const owned = (query: string) => query.replace('org_…', stack.key.organizationId);

test('the link of each view opens the filter that is shown, and Temporal takes it', async () => {
  expect(views.length).toBeGreaterThan(5);
  for (const { name, linked, shown } of views) {
    expect([name, linked]).toEqual([name, shown]);
    await stack.temporal.client.workflow.count(owned(linked));
  }
});

test('a job is found by its owner and collection, with a summary of what it does and for whom', async () => {
  const filename = 'secret-name.txt';
  const jobId = await stack.accepted(stack.index('text', { content: 'The pump lifts water.', filename }));
  await stack.indexed(jobId);
  const runId = `index-job/${jobId}`;
  for (const name of ['Jobs of one owner', 'One collection'])
    while (!(await found(name)).includes(runId)) continue;
  const handle = stack.temporal.client.workflow.getHandle(runId);
  const { raw } = await handle.describe();
  const { summary, details } = raw.executionConfig!.userMetadata!;
  const shown = [summary, details].map((payload) => Buffer.from(payload!.data!).toString('utf8'));
  expect(shown[0]).toBe(`"Index files into manuals for ${stack.key.organizationId} (production)"`);
  expect(shown[1]).toContain(`/v2/jobs/${jobId}`);
  const history = readable(await handle.fetchHistory());
  expect(history).toContain(jobId);
  expect(history).not.toContain(filename);
});

test('a job that failed is found among those of its index', async () => {
  await stack.createIndex('products', { settings: { fields: { price: { type: 'date' } } } });
  await stack.stage('products', [{ id: '1', price: 'on request' }]);
  const { id, status } = await stack.built('products');
  expect(status).toBe('failed');
  for (const name of ['Jobs that failed', 'One index of products'])
    while (!(await found(name)).includes(`index-build/${id}`)) continue;
});
