import { signingSecrets } from '../../src/stores/platform/webhooks/webhook-endpoint-secrets';
import { startWebhookStack, type WebhookStack } from './webhook-stack';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const url = 'https://hooks.example/in';

let stack: WebhookStack;
beforeAll(async () => {
  stack = await startWebhookStack();
});
afterAll(() => stack.close());

const start = Date.now();
const store = () => stack.stores.webhookEndpoints;

/** An event in the life of an endpoint; `at` counts hours from its first failure. */
type Happening = { at: number; of?: string } & (
  | { kind: 'failure' | 'success' | 'uncounted' | 'old address' }
  | { kind: 'change'; change: { url?: string; disabled?: boolean; description?: string } }
);
const failure = (hours: number, of = 'msg_1'): Happening => ({ at: hours * HOUR, of, kind: 'failure' });
const success = (hours: number): Happening => ({ at: hours * HOUR, kind: 'success' });
const changed = (
  hours: number,
  change: { url?: string; disabled?: boolean; description?: string },
): Happening => ({
  at: hours * HOUR,
  kind: 'change',
  change,
});

async function disabledAfter(happenings: Happening[]): Promise<string | null> {
  const { endpointId, organizationId } = await stack.endpoint(url);
  for (const happening of happenings) {
    const at = new Date(start + happening.at);
    if (happening.kind === 'change') {
      await store().change(organizationId, endpointId, happening.change, at);
      continue;
    }
    const now = (await store().get(endpointId))!;
    const called = happening.kind === 'old address' ? 'https://former.example/' : now.url;
    const messageId = happening.of ?? 'msg_1';
    const report = { endpointId, messageId, url: called, durationMs: 5, status: 'failed', at } as const;
    if (happening.kind === 'success') await store().recordSuccess(report);
    else await store().recordFailure(report, { counts: happening.kind !== 'uncounted' });
  }
  return (await store().get(endpointId))!.disabledReason;
}

it.each<[string, Happening[]]>([
  ['two deliveries fail, five days apart', [failure(0, 'a'), failure(120, 'b')]],
  [
    'one fails for a day, another one after five days',
    [failure(0, 'a'), failure(27, 'a'), failure(121, 'b')],
  ],
  [
    'two fail twelve hours apart, then one of them after five days',
    [failure(0, 'a'), failure(12, 'b'), failure(120, 'a')],
  ],
  [
    'the pair lies between the first and the last',
    [failure(0, 'a'), failure(60, 'b'), failure(73, 'a'), failure(120, 'a')],
  ],
  [
    'a change of the description does not clear it',
    [failure(0, 'a'), changed(60, { description: 'x' }), failure(120, 'b')],
  ],
])('is disabled when %s', async (_, happenings) => {
  expect(await disabledAfter(happenings)).toBe('delivery_failures');
});

it.each<[string, Happening[]]>([
  ['the last failure is a moment before five days', [failure(0, 'a'), failure(120 - 1 / 3600, 'b')]],
  [
    'there is one success on day four',
    [failure(0, 'a'), failure(90, 'b'), success(96), failure(130, 'c'), failure(200, 'd')],
  ],
  ['only one delivery fails', [failure(0, 'a'), failure(60, 'a'), failure(120, 'a'), failure(240, 'a')]],
  ['the endpoint is quiet for weeks after one failing day', [failure(0, 'a'), failure(20, 'b')]],
  ['two deliveries fail at about the same time only', [failure(109, 'a'), failure(120, 'b')]],
  [
    'the deliveries that fail differ, but never by twelve hours',
    [failure(0, 'a'), failure(11, 'b'), { at: 125 * HOUR, of: 'b', kind: 'uncounted' }],
  ],
  [
    'the address is edited on day four',
    [failure(0, 'a'), failure(90, 'b'), changed(96, { url: 'https://new.example/' }), failure(130, 'c')],
  ],
  [
    'it is enabled anew on day four',
    [failure(0, 'a'), failure(90, 'b'), changed(96, { disabled: false }), failure(130, 'c')],
  ],
  [
    'the failures are of a former address',
    [failure(0, 'a'), { at: 120 * HOUR, of: 'b', kind: 'old address' }],
  ],
  [
    'tests and resends fail',
    [
      failure(0, 'a'),
      { at: 120 * HOUR, of: 'b', kind: 'uncounted' },
      { at: 130 * HOUR, of: 'c', kind: 'uncounted' },
    ],
  ],
])('stays enabled when %s', async (_, happenings) => {
  expect(await disabledAfter(happenings)).toBeNull();
});

it('of 20 reports at once that would disable it, one does', async () => {
  const { endpointId } = await stack.endpoint(url);
  const report = (messageId: string, ms: number) =>
    ({ endpointId, messageId, url, durationMs: 1, status: 'failed', at: new Date(start + ms) }) as const;
  await store().recordFailure(report('a', 0), { counts: true });
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      store().recordFailure(report(`b${n}`, 5 * DAY + n), { counts: true }),
    ),
  );
  expect(verdicts.filter(({ disabled }) => disabled)).toHaveLength(1);
});

it('a former secret signs for 24 hours after a rotation and not a moment longer', async () => {
  const { endpointId, organizationId } = await stack.endpoint(url);
  const rotated = await store().rotate(
    organizationId,
    endpointId,
    { sealed: 'second', opens: () => true },
    new Date(start),
  );
  expect(rotated).toMatchObject({ rotated: true, formerUntil: new Date(start + DAY) });
  const row = (await store().get(endpointId))!;
  expect(signingSecrets(row, new Date(start + DAY - 1)).map(({ sealed }) => sealed)[0]).toBe('second');
  expect(signingSecrets(row, new Date(start + DAY - 1))).toHaveLength(2);
  expect(signingSecrets(row, new Date(start + DAY)).map(({ sealed }) => sealed)).toEqual(['second']);
});
