import { Webhook } from 'standardwebhooks';
import { newWebhookSecret } from '../../src/webhooks/secret';
import { signatureHeaders } from '../../src/webhooks/sign';

const body = '{"event":"job.completed","data":{"collection_name":"Café ☕"}}';
const at = new Date();

const signed = (secrets: string[], id = 'evt_job_1') => signatureHeaders({ id, at, body }, secrets);
const accepts = (secret: string, text: string, headers: Record<string, string>) => {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
};

it('a secret is whsec_ and standard base64 of 32 bytes, a new one each time', () => {
  const secrets = Array.from({ length: 50 }, newWebhookSecret);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Set(secrets).size).toBe(50);
});

it('signs as the reference library does, byte for byte', () => {
  const secret = newWebhookSecret();
  const theirs = new Webhook(secret).sign('evt_job_1', at, body);
  expect(signed([secret])).toEqual({
    'webhook-id': 'evt_job_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': theirs,
  });
});

it('gives the signature of the example in the specification', () => {
  const headers = signatureHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  );
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it('with two secrets either one verifies, the newest first', () => {
  const [fresh, former] = [newWebhookSecret(), newWebhookSecret()];
  const headers = signed([fresh, former]);
  expect(headers['webhook-signature'].split(' ')).toEqual([
    signed([fresh])['webhook-signature'],
    signed([former])['webhook-signature'],
  ]);
  expect([accepts(fresh, body, headers), accepts(former, body, headers)]).toEqual([true, true]);
});

it.each([
  ['another body', body + ' ', 'evt_job_1'],
  ['another id', body, 'evt_job_2'],
])('does not verify with %s', (_, text, id) => {
  const secret = newWebhookSecret();
  expect(accepts(secret, text, { ...signed([secret]), 'webhook-id': id })).toBe(false);
});

it('does not verify with a secret that did not sign', () => {
  expect(accepts(newWebhookSecret(), body, signed([newWebhookSecret()]))).toBe(false);
});
