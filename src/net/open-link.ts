import { type Readable } from 'node:stream';
import { type Dispatcher } from 'undici';
import { OutboundError } from './guarded-client';
import { type LinkScheme, parseLink } from './link-target';
import { type ResponseHeaders } from './content-decoder';
import { single } from './link-facts';

const redirectsMax = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** The final answer: status 200, body not yet read. */
export interface OpenedLink {
  url: URL;
  headers: ResponseHeaders;
  body: Readable;
}

/**
 * Requests a link and follows its redirects. Every hop is a new request with the same checks, without
 * cookies, credentials and referrer.
 *
 * @throws OutboundError
 */
export async function openLink(
  agent: Dispatcher,
  link: string,
  schemes: readonly LinkScheme[],
  signal: AbortSignal,
): Promise<OpenedLink> {
  let url = parseLink(link, schemes);
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'sheaf' },
      // The deadline in `signal` covers both and all hops; undici's own timers start anew with each hop.
      headersTimeout: 0,
      bodyTimeout: 0,
      signal,
    });
    if (statusCode === 200) return { url, headers, body };
    discard(body);
    const location = single(headers.location);
    if (!redirectStatuses.has(statusCode) || location === null) {
      throw new OutboundError('http_status', `The server answered with status ${statusCode}.`, {
        status: statusCode,
      });
    }
    if (!URL.canParse(location, url.href))
      throw new OutboundError('invalid_url', 'The link redirects to something that is not a URL.');
    url = parseLink(new URL(location, url).href, schemes);
  }
  throw new OutboundError('too_many_redirects', `The link redirects more than ${redirectsMax} times.`);
}

/** Closes the connection of a body that will not be read. */
export function discard(body: Readable): void {
  // The destruction of an unread body emits an error on it.
  body.on('error', () => undefined);
  body.destroy();
}
