import { pipeline } from 'node:stream';
import { Agent } from 'undici';
import { readHead } from '../streams/bounded-read';
import { createByteLimit } from '../streams/byte-limit';
import { createAddressRules } from './address-rules';
import { type Deadline, startDeadline } from './deadline';
import { type GuardedClient, OutboundError } from './guarded-client';
import { createGuardedConnect, verifyDestination } from './guarded-connect';
import { linkFacts } from './link-facts';
import { destinationOf, type LinkScheme, parseLink } from './link-target';
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
  /** PEM certificates of authorities to trust in place of Node's own list and `NODE_EXTRA_CA_CERTS`. */
  ca?: readonly string[];
}

/**
 * The client for addresses that users choose. It reads no proxy from the environment, keeps no cookies and no
 * idle connections, and never decompresses.
 *
 * @throws Error for a malformed network in `allowCidrs`
 */
export function createGuardedClient({
  allowCidrs,
  resolve = resolveHost,
  ca,
}: GuardedClientOptions): GuardedClient {
  const rules = createAddressRules(allowCidrs);
  const agent = new Agent({
    connect: createGuardedConnect({
      rules,
      resolve,
      connectTimeoutMs,
      ...(ca === undefined ? {} : { ca }),
    }),
    pipelining: 0,
    maxHeaderSize: responseHeaderBytesMax,
  });

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
      await verifyDestination(destinationOf(parseLink(link, schemes)), { rules, resolve }, signal);
    },

    async probe(link, { schemes, headBytes, timeoutMs, signal }) {
      const deadline = startDeadline(timeoutMs, timeoutMs, signal);
      const { url, headers, body } = await open(link, schemes, deadline);
      try {
        return { head: await readHead(body, headBytes), ...linkFacts(url, headers) };
      } catch (error) {
        throw asOutboundError(error, deadline.signal);
      } finally {
        deadline.clear();
        discard(body);
      }
    },

    async download(link, { schemes, byteMax, headersTimeoutMs, totalTimeoutMs, signal }) {
      const deadline = startDeadline(headersTimeoutMs, totalTimeoutMs, signal);
      const { url, headers, body } = await open(link, schemes, deadline);
      const facts = linkFacts(url, headers);
      const tooLarge = () => new OutboundError('too_large', `The file is larger than ${byteMax} bytes.`);
      if (facts.byteSize !== null && facts.byteSize > byteMax) {
        deadline.clear();
        discard(body);
        throw tooLarge();
      }
      const capped = createByteLimit(byteMax, tooLarge, {
        destroy(error, done) {
          done(asOutboundError(error, deadline.signal) as Error | null);
        },
      });
      // The stream stays failed for whoever reads it; until somebody does, a failure would end the process.
      capped.on('error', () => undefined);
      pipeline(body, capped, () => {
        deadline.clear();
      });
      return { body: capped, ...facts };
    },

    post: (link, options) => postMessage(agent, link, options),

    close: () => agent.destroy(),
  };
}
