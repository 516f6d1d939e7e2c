import { pipeline, type Transform } from 'node:stream';
import { Agent } from 'undici';
import { createByteLimit } from '../streams/byte-limit';
import { type Deadline, startDeadline } from './deadline';
import { guardedHttpsAgent } from './guarded-agents';
import { type GuardedClient, OutboundError } from './guarded-client';
import { createGuardedConnect, verifyDestination } from './guarded-connect';
import { linkFacts } from './link-facts';
import { destinationOf, type LinkScheme, parseLink } from './link-target';
import { asDecodingFailure, contentDecoders } from './content-decoder';
import { parseNetworks } from './networks';
import { discard, type OpenedLink, openLink } from './open-link';
import { asOutboundError } from './outbound-failure';
import { postMessage } from './post-message';
import { type ResolveHost, resolveHost } from './resolve-host';

const connectTimeoutMs = 5_000;
const responseHeaderBytesMax = 16 * 1024;

export interface GuardedClientOptions {
  /** Private networks that links may reach on any port: `OUTBOUND_ALLOW_CIDRS`. */
  allowCidrs: readonly string[];
  /** Default: DNS. */
  resolve?: ResolveHost;
  /** PEM certificates of trusted authorities, which replace Node's own list and `NODE_EXTRA_CA_CERTS`. */
  ca?: readonly string[];
}

/**
 * Creates the client for addresses that users choose. It ignores proxies of the environment, and keeps no
 * cookies and no idle connections.
 *
 * @throws Error for a malformed network in `allowCidrs`
 */
export function createGuardedClient({
  allowCidrs,
  resolve = resolveHost,
  ca,
}: GuardedClientOptions): GuardedClient {
  const allowed = parseNetworks('OUTBOUND_ALLOW_CIDRS', allowCidrs);
  const connect = createGuardedConnect({
    allowed,
    resolve,
    connectTimeoutMs,
    ...(ca === undefined ? {} : { ca }),
  });
  const agent = new Agent({ connect, pipelining: 0, maxHeaderSize: responseHeaderBytesMax });
  const postAgent = guardedHttpsAgent(connect, { keepAlive: false });

  async function open(link: string, schemes: readonly LinkScheme[], deadline: Deadline): Promise<OpenedLink> {
    try {
      deadline.signal.throwIfAborted();
      const opened = await openLink(agent, link, schemes, deadline.signal);
      deadline.headersArrived();
      return opened;
    } catch (error) {
      deadline.clear();
      throw asOutboundError(error, deadline.signal);
    }
  }

  return {
    async verify(link, { schemes, signal = new AbortController().signal }) {
      await verifyDestination(destinationOf(parseLink(link, schemes)), { allowed, resolve }, signal);
    },

    async download(link, { schemes, byteMax, headersTimeoutMs, totalTimeoutMs, signal }) {
      const deadline = startDeadline(headersTimeoutMs, totalTimeoutMs, signal);
      const { url, headers, body } = await open(link, schemes, deadline);
      const facts = linkFacts(url, headers);
      const tooLarge = () => new OutboundError('too_large', `The file is larger than ${byteMax} bytes.`);
      let decoders: Transform[];
      try {
        if (facts.byteSize !== null && facts.byteSize > byteMax) throw tooLarge();
        decoders = contentDecoders(headers);
      } catch (error) {
        deadline.clear();
        discard(body);
        throw error;
      }
      const capped = createByteLimit(byteMax, tooLarge, {
        asFailure: (error) => asOutboundError(asDecodingFailure(error), deadline.signal) as Error,
      });
      // A later reader still gets the error of the stream; without this listener it would end the process
      // before.
      capped.on('error', () => undefined);
      // Every layer has the limit, since each may expand to any size.
      const layers = decoders.flatMap((decoder) => [createByteLimit(byteMax, tooLarge), decoder]);
      pipeline([body, ...layers, capped], () => {
        deadline.clear();
      });
      return { body: capped, ...facts };
    },

    post: (link, options) =>
      postMessage(postAgent, link, { ...options, headerBytesMax: responseHeaderBytesMax }),

    get: (link, options) =>
      postMessage(postAgent, link, { ...options, headerBytesMax: responseHeaderBytesMax }),

    async close() {
      postAgent.destroy();
      await agent.destroy();
    },
  };
}
