import { randomBytes } from 'node:crypto';
import { CommandError } from '../../src/command-errors';
import { resealSecrets } from '../../src/admin/secrets';
import { readResealKeys } from '../../src/config';
import { inLanes } from '../../src/models/in-lanes';
import { createReportKey, openReportKey } from '../../src/masking-report';
import { createSealer, sealingKeys, type Sealer } from '../../src/signing/sealed-text';
import { auditChainId } from '../../src/stores/products/audit/audit-chains';
import { signingSecrets } from '../../src/stores/platform/webhooks/webhook-endpoint-secrets';
import { newWebhookSecret, openSecret, sealSecret } from '../../src/webhooks';
import { startWebhookStack, type WebhookStack } from '../webhooks/webhook-stack';

const DAY = 24 * 3_600_000;
const [former, present] = [randomBytes(32), randomBytes(32)];
const formerSealer = createSealer([former]);
const presentSealer = createSealer([present]);
const bothSealer = createSealer([present, former]);

let stack: WebhookStack;
beforeAll(async () => {
  stack = await startWebhookStack();
});
afterEach(async () => {
  for (const name of ['webhook_endpoints', 'jobs', 'audit_chains'])
    await stack.mongo.db.collection(name).deleteMany({});
});
afterAll(() => stack.close());

const reseal = (sealer = bothSealer) => resealSecrets(stack.stores, sealer);

/** Endpoints whose secrets are sealed with a key; ten at once, since calls wait for connections only so long. */
async function endpoints(count: number, sealer: Sealer) {
  return inLanes(Array.from({ length: count }), 10, undefined, async () => {
    const { endpointId, organizationId } = await stack.endpoint('https://hooks.example/');
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const stored = secrets.map((secret, n) => ({
      sealed: sealSecret(sealer, endpointId, secret),
      expiresAt: n === 0 ? null : new Date(Date.now() + DAY),
    }));
    await rows().updateOne({ _id: endpointId }, { $set: { secrets: stored } });
    return { endpointId, organizationId, secrets };
  });
}
const rows = () => stack.mongo.db.collection<{ _id: string }>('webhook_endpoints');

async function opened(endpointId: string, sealer: Sealer) {
  const endpoint = (await stack.stores.webhookEndpoints.get(endpointId))!;
  return signingSecrets(endpoint, new Date()).map(({ sealed }) => openSecret(sealer, endpointId, sealed));
}

it('every live secret of every endpoint opens with the new key alone afterwards', async () => {
  const all = await endpoints(230, formerSealer);
  expect(await reseal()).toEqual({ replaced: 460, kept: 0 });
  for (const { endpointId, secrets } of all) expect(await opened(endpointId, presentSealer)).toEqual(secrets);
});

it('continues after an interruption, and seals nothing twice', async () => {
  const all = await endpoints(3, formerSealer);
  const { webhookEndpoints } = stack.stores;
  let calls = 0;
  const dying: typeof webhookEndpoints = {
    ...webhookEndpoints,
    replaceSealed: (...change) =>
      ++calls === 3 ? Promise.reject(new Error('killed')) : webhookEndpoints.replaceSealed(...change),
  };
  const stores = { ...stack.stores, webhookEndpoints: dying };
  await expect(resealSecrets(stores, bothSealer)).rejects.toThrow('killed');
  expect(await reseal()).toEqual({ replaced: 4, kept: 2 });
  expect(await reseal()).toEqual({ replaced: 0, kept: 6 });
  for (const { endpointId, secrets } of all) expect(await opened(endpointId, presentSealer)).toEqual(secrets);
});

it('a secret that is rotated meanwhile stays, and the one that it follows is sealed anew in its new place', async () => {
  const [{ endpointId, organizationId, secrets }] = (await endpoints(1, formerSealer)) as [
    Awaited<ReturnType<typeof endpoints>>[number],
  ];
  const { webhookEndpoints } = stack.stores;
  const fresh = newWebhookSecret();
  const racing: typeof webhookEndpoints = {
    ...webhookEndpoints,
    async listSealed(...page) {
      const listed = await webhookEndpoints.listSealed(...page);
      const sealed = sealSecret(presentSealer, endpointId, fresh);
      await webhookEndpoints.rotate(organizationId, endpointId, { sealed, opens: () => true });
      return listed;
    },
  };
  const stores = { ...stack.stores, webhookEndpoints: racing };
  await resealSecrets(stores, bothSealer);
  expect(await opened(endpointId, presentSealer)).toEqual([fresh, ...secrets]);
});

it('credentials of a job that has not ended are sealed anew', async () => {
  const jobs = stack.mongo.db.collection<{ _id: string; credentials: string | null }>('jobs');
  const access = { bucket: 'b', secretAccessKey: 's' };
  await jobs.insertMany([
    { _id: 'job_running', credentials: formerSealer.seal(access, 'job_running') },
    { _id: 'job_ended', credentials: null },
  ]);
  expect(await reseal()).toEqual({ replaced: 1, kept: 0 });
  const { credentials } = (await jobs.findOne({ _id: 'job_running' }))!;
  expect(presentSealer.open(credentials!, 'job_running')).toEqual(access);
});

it('keys of masking reports are sealed anew, until they are gone', async () => {
  const jobs = stack.mongo.db.collection<{ _id: string; maskingReport: { key: string | null } }>('jobs');
  const key = createReportKey(formerSealer, 'job_masked');
  await jobs.insertMany([
    { _id: 'job_masked', maskingReport: { key } },
    { _id: 'job_gone', maskingReport: { key: null } },
  ]);
  expect(await reseal()).toEqual({ replaced: 1, kept: 0 });
  const { maskingReport } = (await jobs.findOne({ _id: 'job_masked' }))!;
  const values = openReportKey(formerSealer, key, 'job_masked').seal('ann@example.com', 'x');
  expect(openReportKey(presentSealer, maskingReport.key!, 'job_masked').open(values, 'x')).toBe(
    'ann@example.com',
  );
});

it('secrets of audit logs are sealed anew', async () => {
  const { auditChains } = stack.stores;
  const tenant = { organizationId: 'org_a', environment: 'production' as const };
  const id = auditChainId(tenant);
  await auditChains.begin(tenant, formerSealer.seal('secret', id));
  expect(await reseal()).toEqual({ replaced: 1, kept: 0 });
  expect(presentSealer.open((await auditChains.find(tenant))!.sealedSecret, id)).toBe('secret');
});

it('names what no key opens, leaves it as it is, and seals the rest', async () => {
  const [lost] = await endpoints(1, createSealer([randomBytes(32)]));
  const [good] = await endpoints(1, formerSealer);
  const before = await stack.stores.webhookEndpoints.get(lost!.endpointId);
  const failure = await reseal().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CommandError);
  expect((failure as CommandError).message).toContain(lost!.endpointId);
  expect((failure as CommandError).message).not.toContain(good!.endpointId);
  expect(await stack.stores.webhookEndpoints.get(lost!.endpointId)).toEqual(before);
  expect(await opened(good!.endpointId, presentSealer)).toEqual(good!.secrets);
});

it('takes the new key and the former ones from the environment, and needs the one that seals', async () => {
  const env = { SIGNING_KEY: present.toString('base64'), FORMER_KEYS: ` ${former.toString('base64')},` };
  const [endpoint] = await endpoints(1, formerSealer);
  await reseal(createSealer(sealingKeys(readResealKeys(env))));
  expect(await opened(endpoint!.endpointId, presentSealer)).toEqual(endpoint!.secrets);
  expect(() => readResealKeys({ FORMER_KEYS: env.FORMER_KEYS })).toThrow(CommandError);
  expect(() => readResealKeys({ ...env, FORMER_KEYS: 'c2hvcnQ=' })).toThrow(
    /^(?![^]*c2hvcnQ)[^]*FORMER_KEYS/,
  );
});
