import { type EndpointResource } from '../../api/platform/schemas/webhooks';
import { type ParseStack } from './parse-stack';

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
  { api, key, links }: Pick<ParseStack, 'api' | 'key' | 'links'>,
  path: string,
  filter: object,
): Promise<ToldJob[]> {
  const heard: ToldJob[] = [];
  links.files.set(path, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      heard.push((JSON.parse(body) as { data: ToldJob }).data);
      response.end();
    });
  });
  const { status, text } = await api.request<EndpointResource>('/v2/webhooks/endpoints', {
    key: key.text,
    json: { url: `${links.origin}${path}`, ...filter },
  });
  if (status !== 201) throw new Error(`no endpoint: ${status} ${text}`);
  return heard;
}
