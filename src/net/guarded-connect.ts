import {
  isIP,
  type LookupFunction,
  connect as connectTcp,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { createSecureContext } from 'node:tls';
import { buildConnector, errors } from 'undici';
import { judgeAddress } from './address-rules';
import { endWhenRead } from './end-when-read';
import { OutboundError } from './guarded-client';
import { type Destination, destinationOf, isOpenPort } from './link-target';
import { type Network } from './networks';
import { type ResolveHost } from './resolve-host';

/** Addresses of one host that are tried. */
const connectAddressesMax = 4;
const nextAddressAfterMs = 1_000;

export interface GuardedConnectDeps {
  /** Private networks that may be reached on any port. */
  allowed: readonly Network[];
  /** Refuses plain HTTP to public addresses. Default false: links decide by their schemes. */
  isPublicByTlsOnly?: boolean;
  resolve: ResolveHost;
  /** Time limit for DNS and the TCP handshake, and again for the TLS handshake. */
  connectTimeoutMs: number;
  /** Trusted PEM certificates, which replace Node's own list. */
  ca?: readonly string[];
  /** Opens the TCP connection. Default `net.connect`. */
  dial?: (options: TcpNetConnectOpts) => Socket;
}

/**
 * Resolves a destination and checks its addresses: every one must be reachable, not only the one that is
 * used.
 *
 * @returns the verified addresses
 * @throws OutboundError `dns`, `blocked_address`, `invalid_url` for a closed port or a lack of TLS
 */
export async function verifyDestination(
  destination: Destination,
  deps: Pick<GuardedConnectDeps, 'allowed' | 'isPublicByTlsOnly' | 'resolve'>,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await deps.resolve(destination.hostname, signal);
  permit(addresses, destination, deps);
  return addresses;
}

/**
 * Creates a connector for undici that reaches verified addresses only. It resolves the name once and connects
 * to exactly these addresses, so that a name server cannot answer differently the second time. The peer's
 * address is checked again before the first byte is sent. TLS certificates are verified regardless of the
 * environment.
 */
export function createGuardedConnect(deps: GuardedConnectDeps): buildConnector.connector {
  const secure = buildConnector({
    rejectUnauthorized: true,
    maxCachedSessions: 0,
    timeout: deps.connectTimeoutMs,
    // All connections share the trust store; the expected name differs for each.
    secureContext: createSecureContext(deps.ca === undefined ? {} : { ca: [...deps.ca] }),
  });
  return (options, callback) => {
    openSocket(destinationOf(options), deps).then(
      (socket) => {
        if (options.protocol !== 'https:') callback(null, endWhenRead(socket));
        else secure({ ...options, httpSocket: socket }, asTlsFailure(callback));
      },
      (error: unknown) => {
        callback(error instanceof OutboundError ? error : connectFailure(error), null);
      },
    );
  };
}

async function openSocket(destination: Destination, deps: GuardedConnectDeps): Promise<Socket> {
  const deadline = AbortSignal.timeout(deps.connectTimeoutMs);
  try {
    const addresses = await verifyDestination(destination, deps, deadline);
    const socket = await dialVerified(destination, addresses, deps.dial ?? connectTcp, deadline);
    try {
      permit([socket.remoteAddress ?? ''], destination, deps);
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw tooSlow(error);
  }
}

function permit(
  addresses: string[],
  { port, protocol }: Destination,
  { allowed, isPublicByTlsOnly = false }: Pick<GuardedConnectDeps, 'allowed' | 'isPublicByTlsOnly'>,
): void {
  const verdicts = addresses.map((address) => judgeAddress(allowed, address));
  if (verdicts.includes('refused')) {
    throw new OutboundError('blocked_address', 'The link leads to an address that is not public.');
  }
  if (isPublicByTlsOnly && protocol !== 'https:' && verdicts.includes('public')) {
    throw new OutboundError('invalid_url', 'The address does not begin with https.');
  }
  if (!isOpenPort(port, protocol) && !verdicts.every((verdict) => verdict === 'allowed')) {
    throw new OutboundError('invalid_url', 'The port of the link is neither 443 nor above 1023.');
  }
}

/** Node tries the addresses in turn; for an address literal it does no lookup and has one to try. */
function dialVerified(
  { hostname, port }: Destination,
  addresses: string[],
  dial: (options: TcpNetConnectOpts) => Socket,
  deadline: AbortSignal,
): Promise<Socket> {
  const answers = addresses
    .slice(0, connectAddressesMax)
    .map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_hostname, _options, done) => {
    done(null, answers);
  };
  return new Promise((resolve, reject) => {
    const socket = dial({
      host: hostname,
      port,
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
      noDelay: true,
    });
    const giveUp = () => {
      socket.destroy(new Error('connect deadline'));
    };
    deadline.addEventListener('abort', giveUp);
    socket.once('connect', () => {
      deadline.removeEventListener('abort', giveUp);
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

function connectFailure(cause: unknown): OutboundError {
  return new OutboundError('connect', 'The server could not be reached.', { cause });
}

function tooSlow(cause: unknown): OutboundError {
  return new OutboundError('timeout', 'The server could not be reached in time.', { cause });
}

function asTlsFailure(callback: buildConnector.Callback): buildConnector.Callback {
  return (error, socket) => {
    if (error === null) callback(null, endWhenRead(socket));
    else if (error instanceof errors.ConnectTimeoutError) callback(tooSlow(error), null);
    else
      callback(
        new OutboundError('tls', 'The certificate or TLS handshake of the server is not valid.', {
          cause: error,
        }),
        null,
      );
  };
}
