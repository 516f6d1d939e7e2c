import { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type EndpointResource } from '../../api/platform/webhooks/schema';
import { type Stack } from './stack-parts';

/** What an event tells of its job. */
export interface ToldJob {
  job_id: string;
  job_type: string;
  status: string;
  source: string;
  sync_id: string | null;
}

/**
 * Makes an endpoint at a path of the stack's own server that hears of the jobs which its filter lets through.
 *
 * @returns the jobs that it has heard of so far, in the order of their coming
 */
export async function receiveEvents(
  { api, key, links }: Pick<Stack, 'api' | 'key' | 'links'>,
  path: string,
  filter: object,
): Promise<ToldJob[]> {
  const heard: ToldJob[] = [];
  onRequest(links, path, ({ body }, response) => {
    heard.push((JSON.parse(body) as { data: ToldJob }).data);
    response.end();
  });
  const { status, text } = await api.request<EndpointResource>('/v2/webhooks/endpoints', {
    key: key.text,
    json: { url: `${links.origin}${path}`, ...filter },
  });
  if (status !== 201) throw new Error(`no endpoint: ${status} ${text}`);
  return heard;
}

/** A request as it came to a receiver. */
interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks that can be told what to answer. */
export interface Receiver {
  url: string;
  /** What it answers from now on; at first 200 and `taken`. */
  answer: { status: number; text: string };
  /** Requests so far, in the order of their coming. */
  requests: ReceivedRequest[];
}

/** Makes a receiver at a path of the stack's own server; no endpoint leads to it yet. */
export function startReceiver({ links }: Pick<Stack, 'links'>, path: string): Receiver {
  const receiver: Receiver = {
    url: `${links.origin}${path}`,
    answer: { status: 200, text: 'taken' },
    requests: [],
  };
  onRequest(links, path, (request, response) => {
    receiver.requests.push(request);
    response.writeHead(receiver.answer.status).end(receiver.answer.text);
  });
  return receiver;
}

function onRequest(
  links: Stack['links'],
  path: string,
  handle: (request: ReceivedRequest, response: ServerResponse) => void,
): void {
  links.files.set(path, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      handle({ headers: request.headers, body }, response);
    });
  });
}
