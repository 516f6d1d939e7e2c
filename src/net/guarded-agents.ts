import http from 'node:http';
import https from 'node:https';
import { type Duplex } from 'node:stream';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { createGuardedConnect } from './guarded-connect';
import { parseNetworks } from './networks';
import { type ResolveHost, resolveHost } from './resolve-host';

const connectTimeoutMs = 5_000;
const responseHeaderBytesMax = 64 * 1024;
/** Connections of a process per host. */
const socketsMax = 100;

export interface GuardedAgentsOptions {
  /** Private networks that may be reached, on any port and without TLS: `OUTBOUND_ALLOW_CIDRS`. */
  allowCidrs: readonly string[];
  /** Default: DNS. */
  resolve?: ResolveHost;
  /** PEM certificates of trusted authorities, which replace Node's own list and `NODE_EXTRA_CA_CERTS`. */
  ca?: readonly string[];
}

/**
 * Agents for libraries, under the rules of the guarded client: each checks the address that it connects to.
 */
export interface GuardedAgents {
  http: http.Agent;
  https: https.Agent;
  dispatcher: Dispatcher;
  close(): Promise<void>;
}

/**
 * Creates agents for libraries with an HTTP client of their own. They connect to public addresses by TLS, and
 * to allowed private ones also without TLS. A refusal is an `OutboundError`, as the error of a request or
 * among its causes.
 *
 * @throws Error for a malformed network in `allowCidrs`
 */
export function createGuardedAgents({
  allowCidrs,
  resolve = resolveHost,
  ca,
}: GuardedAgentsOptions): GuardedAgents {
  const connect = createGuardedConnect({
    allowed: parseNetworks('OUTBOUND_ALLOW_CIDRS', allowCidrs),
    isPublicByTlsOnly: true,
    resolve,
    connectTimeoutMs,
    ...(ca === undefined ? {} : { ca }),
  });
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

/** An agent for Node's client that opens connections with a connector. */
export function guardedHttpsAgent(
  connect: buildConnector.connector,
  settings: https.AgentOptions,
): https.Agent {
  const agent = new https.Agent(settings);
  agent.createConnection = connectionMaker('https:', connect);
  return agent;
}

type ConnectionCallback = (error: Error | null, stream: Duplex) => void;

function connectionMaker(protocol: 'http:' | 'https:', connect: buildConnector.connector) {
  return (options: http.ClientRequestArgs & { servername?: string }, callback?: ConnectionCallback) => {
    const hostname = options.host ?? '';
    const port = String(options.port ?? '');
    const { servername } = options;
    connect(
      { hostname, host: hostname, protocol, port, ...(servername ? { servername } : {}) },
      // Node ignores the stream of a failed attempt; the type requires one.
      (...[error, socket]) => callback?.(error, socket as Duplex),
    );
    return undefined;
  };
}
