import http from 'node:http';
import https from 'node:https';
import { type Duplex } from 'node:stream';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { type AddressRules, createAddressRules } from './address-rules';
import { OutboundError } from './guarded-client';
import { createGuardedConnect } from './guarded-connect';
import { type ResolveHost, resolveHost } from './resolve-host';

const connectTimeoutMs = 5_000;
const responseHeaderBytesMax = 64 * 1024;
/** Connections of a process to one host. */
const socketsMax = 100;

export interface GuardedAgentsOptions {
  /** Private networks that may be reached, on any port and without TLS: `OUTBOUND_ALLOW_CIDRS`. */
  allowCidrs: readonly string[];
  /** Default: DNS. */
  resolve?: ResolveHost;
  /** PEM certificates of authorities to trust in place of Node's own list and `NODE_EXTRA_CA_CERTS`. */
  ca?: readonly string[];
}

/**
 * Ways for libraries to connect under the rules of the guarded client: every one checks the address that it
 * reaches.
 */
export interface GuardedAgents {
  http: http.Agent;
  https: https.Agent;
  dispatcher: Dispatcher;
  close(): Promise<void>;
}

/**
 * Agents for libraries that bring their own HTTP client. They connect to public addresses by TLS, and to
 * allowed private ones also without; refusals are `OutboundError`s, as the error of a request or somewhere in
 * its causes.
 *
 * @throws Error for a malformed network in `allowCidrs`
 */
export function createGuardedAgents({
  allowCidrs,
  resolve = resolveHost,
  ca,
}: GuardedAgentsOptions): GuardedAgents {
  const rules = createAddressRules(allowCidrs);
  const connectBy = (verdicts: AddressRules) =>
    createGuardedConnect({
      rules: verdicts,
      resolve,
      connectTimeoutMs,
      ...(ca === undefined ? {} : { ca }),
    });
  const [secure, plain] = [connectBy(rules), connectBy(allowedOnly(rules))];
  const connect: buildConnector.connector = (options, callback) => {
    (options.protocol === 'https:' ? secure : plain)(options, callback);
  };
  const settings = { keepAlive: true, maxSockets: socketsMax };
  const agents = { http: new http.Agent(settings), https: guardedHttpsAgent(connect, settings) };
  agents.http.createConnection = connectionMaker('http:', connect);
  const dispatcher = new Agent({ connect, connections: socketsMax, maxHeaderSize: responseHeaderBytesMax });
  return {
    ...agents,
    dispatcher,
    async close() {
      agents.http.destroy();
      agents.https.destroy();
      await dispatcher.destroy();
    },
  };
}

/** An agent of Node's own client whose connections a connector opens. */
export function guardedHttpsAgent(
  connect: buildConnector.connector,
  settings: https.AgentOptions,
): https.Agent {
  const agent = new https.Agent(settings);
  agent.createConnection = connectionMaker('https:', connect);
  return agent;
}

/** Without TLS only networks of the configuration are reached. */
function allowedOnly(rules: AddressRules): AddressRules {
  return (address) => {
    const verdict = rules(address);
    if (verdict === 'public')
      throw new OutboundError('invalid_url', 'The address does not begin with https.');
    return verdict;
  };
}

type ConnectionCallback = (error: Error | null, stream: Duplex) => void;

function connectionMaker(protocol: 'http:' | 'https:', connect: buildConnector.connector) {
  return (options: http.ClientRequestArgs & { servername?: string }, callback?: ConnectionCallback) => {
    const hostname = options.host ?? '';
    const port = String(options.port ?? '');
    const { servername } = options;
    connect(
      { hostname, host: hostname, protocol, port, ...(servername ? { servername } : {}) },
      // Node ignores the stream of a failed attempt; its type does not know that there is none.
      (...[error, socket]) => callback?.(error, socket as Duplex),
    );
    return undefined;
  };
}
