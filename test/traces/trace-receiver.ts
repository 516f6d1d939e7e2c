import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { parse } from 'protobufjs';

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
export interface ReceivedSpan {
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
export interface TraceReceiver {
  endpoint: string;
  spans: ReceivedSpan[];
  /** Headers of the last request. */
  headers(): Record<string, unknown>;
  close(): Promise<void>;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  let headers = {};
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      headers = request.headers;
      const isTraces =
        request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf';
      if (isTraces) spans.push(...spansOf(Buffer.concat(parts)));
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

function spansOf(body: Buffer): ReceivedSpan[] {
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
