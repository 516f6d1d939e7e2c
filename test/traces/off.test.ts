import { MongoClient } from 'mongodb';
import { createLog } from '../../src/log';
import { openTraces } from '../../src/traces';

it('without a receiver nothing is watched, and calls are left as they are', async () => {
  const { traces, close } = await openTraces({
    endpoint: undefined,
    program: 'test',
    log: createLog('silent', 'test'),
  });
  expect(traces.isOn).toBe(false);
  const client = new MongoClient('mongodb://127.0.0.1');
  traces.watchMongo(client);
  expect(client.options.monitorCommands).toBe(false);
  expect(client.eventNames()).not.toContain('commandStarted');
  const request = traces.beginRequest({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` });
  expect(request.run(() => 'done')).toBe('done');
  await close();
});
