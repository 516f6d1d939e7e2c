import { type ErrorBody } from '../platform/upload-client';
import { type IdleStack, startIdleStack } from '../../setup/idle-stack';

// No worker runs: whatever is accepted stays as it is until it is cancelled.
let stack: IdleStack;
beforeAll(async () => {
  stack = await startIdleStack();
});
afterAll(() => stack.close());

const accepted = {
  '/v2/jobs': () => stack.accepted(stack.index('text', { content: 'hello' })),
  '/v3/parse/jobs': async () => stack.submit(Buffer.from('Region,Q1\nNorth,10\n')),
};
type List = keyof typeof accepted;
const lists = Object.keys(accepted) as List[];

const get = <T = { status: string }>(path: string) => stack.api.request<T>(path, { key: stack.key.text });

describe.each(lists)('%s/:job_id', (list) => {
  it('with wait answers once the job has ended', async () => {
    const path = `${list}/${await accepted[list]()}`;
    const answer = get(`${path}?wait=30`);
    // Another answer in between: the waiting request has been taken by then, or comes right after it.
    const { body: before } = await get(path);
    expect(['pending', 'queued']).toContain(before.status);
    await stack.api.request(path, { method: 'DELETE', key: stack.key.text });
    expect((await answer).body.status).toBe('cancelled');
  });

  it('with wait answers with the job as it is when the time is over', async () => {
    const { status, body } = await get(`${list}/${await accepted[list]()}?wait=1s`);
    expect(status).toBe(200);
    expect(['pending', 'queued']).toContain(body.status);
  });

  it('a process that is about to stop does not wait', async () => {
    const { lifecycle } = stack.api.deps;
    const path = `${list}/${await accepted[list]()}`;
    const answer = get(`${path}?wait=30`);
    await get(path);
    lifecycle.draining = true;
    try {
      const { status, body } = await answer;
      expect(status).toBe(200);
      expect(['pending', 'queued']).toContain(body.status);
    } finally {
      lifecycle.draining = false;
    }
  });

  it.each(['31', '-1', '1.5', '', '1m', '1e1'])('wait=%s is refused', async (wait) => {
    const { status, body } = await get<ErrorBody>(`${list}/${await accepted[list]()}?wait=${wait}`);
    expect(status).toBe(list === '/v2/jobs' ? 400 : 422);
    expect(JSON.stringify(body)).toContain('wait');
  });
});
