import Ajv2020 from 'ajv/dist/2020';
import { Webhook } from 'standardwebhooks';
import { type EndpointResource, type StoredEvent } from '../../api/platform/webhooks/schema';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

const base = '/v2/webhooks/endpoints';
interface Received {
  headers: Record<string, string>;
  body: string;
}

let stack: Stack;
let received: Received[];
let secret: string;
let endpointId: string;
beforeAll(async () => {
  stack = await startStack();
  received = [];
  stack.links.files.set('/hooks', (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
      received.push({ headers: Object.fromEntries(headers), body });
      response.end();
    });
  });
  const { body } = await stack.api.request<EndpointResource & { secret: string }>(base, {
    key: stack.key.text,
    json: { url: `${stack.links.origin}/hooks` },
  });
  ({ secret, endpoint_id: endpointId } = body);
});
afterAll(() => stack.close());

async function arrived(jobId: string): Promise<Received> {
  for (;;) {
    const found = received.find(({ headers }) => headers['webhook-id'] === `evt_${jobId}`);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it.each([
  ['completed', { content: 'The pump needs oil.', filename: 'pump.txt' }, 'text'],
  ['failed', { urls: ['https://127.0.0.1:1/nothing.txt'] }, 'url'],
] as const)(
  'a job that is %s tells its receiver once, with what the job resource says',
  async (state, body, kind) => {
    const jobId = await stack.accepted(stack.index(kind, body));
    const { headers, body: text } = await arrived(jobId);
    const payload = new Webhook(secret).verify(text, headers) as {
      event: string;
      data: Record<string, unknown>;
    };
    const types = await stack.api.request<{ event_types: { name: string; schema: object }[] }>(
      '/v2/webhooks/event-types',
      { key: stack.key.text },
    );
    const { schema } = types.body.event_types.find(({ name }) => name === `job.${state}`)!;
    expect(new Ajv2020({ validateFormats: false }).validate(schema, payload)).toBe(true);

    const { body: job } = await stack.api.request<Record<string, unknown>>(`/v2/jobs/${jobId}`, {
      key: stack.key.text,
    });
    expect(payload.event).toBe(`job.${state}`);
    expect(payload.data).toMatchObject({
      job_id: jobId,
      job_type: job.job_type,
      status: job.status,
      url: `https://sheaf.example/v2/jobs/${jobId}`,
      collection_name: job.collection_name,
      error_code: job.error_code,
      finished_at: job.completed_at,
      test: false,
    });
    expect(received.filter((one) => one.headers['webhook-id'] === `evt_${jobId}`)).toHaveLength(1);

    const path = `${base}/${endpointId}/deliveries/evt_${jobId}/event`;
    const event = await stack.api.request<StoredEvent>(path, { key: stack.key.text });
    expect(event.body).toMatchObject({
      event_id: headers['webhook-id'],
      event_type: `job.${state}`,
      test: false,
    });
    expect(event.body.body).toBe(text);
  },
);
