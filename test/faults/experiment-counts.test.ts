import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ApiProgram, startApiProgram } from './api-program';

interface Report {
  groups: { searches: number; click_through_rate: { value: number } | null }[];
}

const searches = 5;
let stack: OwnStack;
let api: ApiProgram;
beforeAll(async () => {
  stack = await startOwnStack();
  [, api] = await Promise.all([stack.startWorker(), startApiProgram(stack.env)]);
  await stack.createIndex('shop');
  await stack.stage('shop', [{ id: 'a', title: 'lamp' }]);
  expect(await stack.built('shop')).toMatchObject({ status: 'succeeded' });
});
afterAll(async () => {
  await api.sigkill();
  await stack.close();
});

/** Puts everybody into the only group of a layer, and searches through the program. */
async function searchedIn(layer: string): Promise<string[]> {
  const groups = [{ name: 'all', share: 1, index: null }];
  const json = { layers: [{ id: layer, salt: 's', groups }] };
  expect((await stack.v1('/indexes/shop/assignment', { method: 'PUT', json })).status).toBe(200);
  const ids: string[] = [];
  for (let n = 0; n < searches; n++) {
    const answer = await fetch(`${api.origin}/v1/indexes/shop/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.key.text}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'lamp', user_token: `u-${n}` }),
    });
    expect(answer.status).toBe(200);
    ids.push(((await answer.json()) as { query_id: string }).query_id);
  }
  return ids;
}

async function clicked(ids: readonly string[]): Promise<unknown> {
  const events = ids.map((query_id) => ({ type: 'click', query_id, record_id: 'a' }));
  return (await stack.v1('/events', { json: { events } })).body;
}

async function reported(layer: string) {
  const { body } = await stack.v1<Report>(`/indexes/shop/experiments/${layer}`);
  return body.groups[0]!;
}

test('a killed API loses no more than its last searches, an API that stops none, and their clicks count', async () => {
  const killed = await searchedIn('killed');
  await api.sigkill();
  expect(await clicked(killed)).toEqual({ accepted: searches, rejected: [] });
  const left = await reported('killed');
  expect(left.searches).toBeLessThanOrEqual(searches);
  expect(left.click_through_rate?.value ?? 1).toBe(1);

  api = await startApiProgram(stack.env);
  const stopped = await searchedIn('stopped');
  expect(await api.sigterm()).toBe(0);
  expect(await clicked(stopped.slice(0, 1))).toEqual({ accepted: 1, rejected: [] });
  expect(await reported('stopped')).toMatchObject({
    searches,
    click_through_rate: { value: 1 / searches },
  });
});
