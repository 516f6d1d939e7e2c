import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { parse } from 'protobufjs';
import { freePort } from '../../embedded/processes/free-port';
import { KEPT_ATTRIBUTES } from '../../src/traces/careful-exporter';
import { embeddingModelFolder } from '../setup/embedding-model';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { type ProgramProcess, startProgram } from '../setup/program-process';

/** The parts of OTLP that the tests look at, by the numbers of its definition. */
const { root } = parse(`
  syntax = "proto3";
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3;
    double double_value = 4; } }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; }
  message Status { string message = 2; int32 code = 3; }
  message Span { bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5;
    int32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; repeated Event events = 11; Status status = 15; }
  message ScopeSpans { repeated Span spans = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Request { repeated ResourceSpans resource_spans = 1; }
`);
const requestType = root.lookupType('Request');

interface WireAttribute {
  key: string;
  value?: Record<string, unknown>;
}
interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: WireAttribute[];
  events?: unknown[];
  status?: { message?: string; code?: number };
}
interface WireRequest {
  resourceSpans?: { resource: { attributes: WireAttribute[] }; scopeSpans: { spans: WireSpan[] }[] }[];
}

/** A span as it came over the wire; ids are hexadecimal. */
interface ReceivedSpan {
  service: unknown;
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  attributes: Record<string, unknown>;
  events: number;
  status: { message?: string; code?: number };
  lastsNs: bigint;
}

/** A receiver of OTLP over HTTP with protobuf. */
interface TraceReceiver {
  endpoint: string;
  spans: ReceivedSpan[];
  /** Headers of the last request. */
  headers(): Record<string, unknown>;
  close(): Promise<void>;
}

async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  let headers = {};
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      headers = request.headers;
      const isTraces =
        request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf';
      if (isTraces) spans.push(...sentSpans(Buffer.concat(parts)));
      response.writeHead(isTraces ? 200 : 404).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: () => headers,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sentSpans(body: Buffer): ReceivedSpan[] {
  const decoded = requestType.toObject(requestType.decode(body), { bytes: String, longs: String });
  return ((decoded as WireRequest).resourceSpans ?? []).flatMap(({ resource, scopeSpans }) => {
    const service = attributesOf(resource.attributes)['service.name'];
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => receivedSpan(service, span)));
  });
}

function receivedSpan(service: unknown, span: WireSpan): ReceivedSpan {
  const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex');
  const { parentSpanId = '', attributes = [], events = [], status = {} } = span;
  return {
    service,
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentSpanId: hex(parentSpanId) || null,
    name: span.name,
    attributes: attributesOf(attributes),
    events: events.length,
    status,
    lastsNs: BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano),
  };
}

const attributesOf = (attributes: readonly WireAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value = {} }) => [key, Object.values(value)[0]]));

const pollMs = 50;
const lostWarning = 'traces are not received';
/** What only a customer knows; no span may tell it. */
const secrets = {
  text: 'The alpha valve opens at nine bar.',
  file: 'secret-file.txt',
  query: 'secret question',
};

let stack: OwnStack;
let receiver: TraceReceiver;
let programs: { api: ProgramProcess; worker: ProgramProcess };
let baseUrl: string;
beforeAll(async () => {
  stack = await startOwnStack({ env: { EMBEDDING_MODEL_DIR: await embeddingModelFolder() } });
  receiver = await startTraceReceiver();
  const port = await freePort();
  const env = { ...stack.env, PORT: String(port), ...sendingTo(receiver.endpoint) };
  const [worker, api] = await Promise.all([startProgram('worker', env), startProgram('api', env)]);
  programs = { worker, api };
  baseUrl = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await Promise.all([programs.api.sigkill(), programs.worker.sigkill()]);
  await receiver.close();
  await stack.close();
});

const sendingTo = (endpoint: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-receiver-key=planted',
  OTEL_BSP_SCHEDULE_DELAY: '50',
});

/** A trace of the caller's. */
function newTrace(flags = '01') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return {
    traceId,
    spanId,
    headers: { traceparent: `00-${traceId}-${spanId}-${flags}`, baggage: 'who=secret' },
  };
}

async function ask<T>(
  method: string,
  path: string,
  json?: unknown,
  headers = {},
  base = baseUrl,
): Promise<T> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${stack.key.text}`, 'content-type': 'application/json', ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function until<T>(read: () => T | undefined): Promise<T> {
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

/** A span once it has arrived. */
const arrived = (traceId: string, holds: (span: ReceivedSpan) => boolean) =>
  until(() => spansOf(traceId).find(holds));

/** Names of the spans that a span is in, from the inside out; ends with the id of one that is not here. */
async function ancestorsOf({ traceId, parentSpanId }: ReceivedSpan, end: string): Promise<string[]> {
  if (parentSpanId === null || parentSpanId === end) return [String(parentSpanId)];
  const parent = await arrived(traceId, ({ spanId }) => spanId === parentSpanId);
  return [parent.name, ...(await ancestorsOf(parent, end))];
}

it("one trace of the caller's leads through HTTP, workflow, activities, MongoDB and Elasticsearch", async () => {
  await ask('PUT', '/v2/collections/traced');
  const { traceId, spanId, headers } = newTrace();
  const body = { content: secrets.text, filename: secrets.file };
  await ask('POST', '/v2/collections/traced/index/text', body, headers);
  const run = await arrived(traceId, ({ name }) => name === 'RunWorkflow:indexJob');
  const route = 'POST /v2/collections/:collection_name/index/text';
  expect(run).toMatchObject({ service: 'sheaf-worker', attributes: { 'sheaf.outcome': 'completed' } });
  expect(await ancestorsOf(run, spanId)).toEqual(['StartWorkflow:indexJob', route, spanId]);
  const toRun = ['RunWorkflow:indexJob', ...(await ancestorsOf(run, spanId))];

  const server = await arrived(traceId, ({ name }) => name === route);
  expect(server).toMatchObject({ service: 'sheaf-api', parentSpanId: spanId });
  expect(server.attributes).toMatchObject({ 'http.route': '/v2/collections/:collection_name/index/text' });
  for (const system of ['mongodb', 'elasticsearch']) {
    const inActivity = await arrived(
      traceId,
      ({ service, attributes }) => service === 'sheaf-worker' && attributes['db.system'] === system,
    );
    const [activity, ...outer] = await ancestorsOf(inActivity, spanId);
    expect(activity).toMatch(/^RunActivity:\w+$/);
    expect(outer).toEqual(toRun);
  }
  const inRequest = await arrived(
    traceId,
    ({ service, attributes }) => service === 'sheaf-api' && attributes['db.system'] === 'mongodb',
  );
  expect(await ancestorsOf(inRequest, spanId)).toContain(route);
  expect(receiver.headers()).toMatchObject({ 'x-receiver-key': 'planted' });
});

it('a query is one trace, and no span tells what a customer has sent', async () => {
  const { traceId, headers } = newTrace();
  const query = { query: secrets.query, semantic_ratio: 0 };
  await ask('POST', '/v3/collections/traced/query', query, headers);
  await arrived(
    traceId,
    ({ service, attributes }) => service === 'sheaf-api' && attributes['db.system'] === 'elasticsearch',
  );
  const failing = ask('POST', '/v3/collections/secret-unknown/query', query, headers);
  await expect(failing).rejects.toThrow(/404/);
  await arrived(traceId, ({ attributes }) => attributes['http.response.status_code'] === '404');
  for (const { attributes, events, status, lastsNs } of receiver.spans) {
    expect(Object.keys(attributes).filter((name) => !KEPT_ATTRIBUTES.has(name))).toEqual([]);
    expect(events).toBe(0);
    expect(status.message ?? '').toBe('');
    expect(lastsNs).toBeGreaterThanOrEqual(0n);
  }
  const told = JSON.stringify(receiver.spans, (_, value: unknown) =>
    typeof value === 'bigint' ? '' : value,
  );
  for (const secret of [...Object.values(secrets), stack.key.text, 'secret'])
    expect(told).not.toContain(secret);
});

it.each([
  'nonsense',
  `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`,
  `00-${'g'.repeat(32)}-x-01`,
  'x'.repeat(4_000),
])('a traceparent that is none (%#) is answered like none', async (traceparent) => {
  const before = new Set(receiver.spans);
  await ask('GET', '/v2/credits', undefined, { traceparent });
  const span = await until(() =>
    receiver.spans.find((each) => !before.has(each) && each.name === 'GET /v2/credits'),
  );
  expect(span.parentSpanId).toBeNull();
});

it('a receiver that is away costs one warning: requests are answered, and the program stops cleanly', async () => {
  const [port, gone] = [await freePort(), await freePort()];
  const env = { ...stack.env, PORT: String(port), ...sendingTo(`http://127.0.0.1:${gone}`) };
  const api = await startProgram('api', { ...env, OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1' });
  const base = `http://127.0.0.1:${port}`;
  await ask('GET', '/health/live', undefined, {}, base);
  await until(() => (api.log().includes(lostWarning) ? true : undefined));
  for (let i = 0; i < 20; i++) await ask('GET', '/health/live', undefined, {}, base);
  expect(await api.sigterm()).toBe(0);
  expect(api.log().split(lostWarning)).toHaveLength(2);
});

it('a trace that its caller does not record is not sent, and the last spans leave at the stop', async () => {
  const [silent, last] = [newTrace('00'), newTrace()];
  await ask('GET', '/v2/collections', undefined, silent.headers);
  await ask('GET', '/v2/collections', undefined, last.headers);
  expect(await programs.api.sigterm()).toBe(0);
  expect(await programs.worker.sigterm()).toBe(0);
  expect(spansOf(last.traceId).map(({ name }) => name)).toContain('GET /v2/collections');
  expect(spansOf(silent.traceId)).toEqual([]);
});
