import { type AuditCheckResource, type AuditEntryResource } from '../../api/products/audit/schema';
import { type CreatedKey } from '../../api/products/keys/schema';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ApiProgram, startApiProgram } from './api-program';

/** Requests that each of two processes has under way at once. */
const clients = 8;
/** Answers of the victim after which it is killed. */
const answersBeforeKill = 60;
/** Greatest rate of a key, so that limits refuse hardly any. */
const rate = 1_000;

let stack: OwnStack;
let victim: ApiProgram;
let key: string;
beforeAll(async () => {
  stack = await startOwnStack();
  victim = await startApiProgram(stack.env);
  const json = { name: 'k', type: 'search', rate_limit_per_second: rate };
  key = (await stack.v1<CreatedKey>('/keys', { json })).body.key;
});
afterAll(async () => {
  await victim.sigkill();
  await stack.close();
});

/** Searches an index that is not there: the refusal is an entry. Null when the process is gone. */
async function search(origin: string): Promise<{ status: number; requestId: string } | null> {
  try {
    const response = await fetch(`${origin}/v1/indexes/nowhere/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"query":"lamp"}',
    });
    await response.text();
    return { status: response.status, requestId: response.headers.get('x-request-id')! };
  } catch {
    return null;
  }
}

it('a process that is killed while two write leaves every answered request once, and a chain without a gap', async () => {
  const answered: string[] = [];
  let ofVictim = 0;
  let isKilled = false;
  const ask = async (origin: string): Promise<boolean> => {
    const answer = await search(origin);
    if (answer?.status === 404) answered.push(answer.requestId);
    return answer !== null;
  };
  const victims = Array.from({ length: clients }, async () => {
    while (await ask(victim.origin)) ofVictim++;
  });
  const others = Array.from({ length: clients }, async () => {
    while (!isKilled) await ask(stack.api.baseUrl);
  });
  while (ofVictim < answersBeforeKill) await ask(stack.api.baseUrl);
  await victim.sigkill();
  await Promise.all(victims);
  isKilled = true;
  await Promise.all(others);
  await ask(stack.api.baseUrl);

  const lines = (await stack.v1('/audit/export?action=search')).text.trimEnd().split('\n');
  const recorded = lines.map((line) => (JSON.parse(line) as AuditEntryResource).request_id);
  expect(new Set(recorded).size).toBe(recorded.length);
  expect(answered.filter((id) => !recorded.includes(id))).toEqual([]);
  const { body } = await stack.v1<AuditCheckResource>('/audit/verify');
  expect(body).toMatchObject({ valid: true, next_seq: null });
  expect(body.checked).toBeGreaterThanOrEqual(answered.length);
});
