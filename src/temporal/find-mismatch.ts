import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { type TLSConfig } from '@temporalio/client';
import { type TemporalClientOptions } from './temporal-client';

/** Time limit for the first bytes of a server. */
const firstBytesMs = 2_500;
const defaultPort = 7233;

/** First bytes of an HTTP/2 client: the preface and an empty settings frame (RFC 9113, 3.4). */
const hello = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
/** First byte of a TLS alert. */
const alertType = 0x15;

/**
 * First bytes of a server, or why there are none: `fault` for a server that was reached but cannot be
 * understood.
 */
type Said = { bytes: Buffer } | { fault: NodeJS.ErrnoException } | 'nothing';

/**
 * Why a server that is unreachable by gRPC does not match its configuration: an untrusted or rejected
 * certificate, TLS against a plain port or the reverse, or another kind of server. Null when no server
 * listens or answers.
 */
export async function findMismatch({
  address,
  tls: secured,
}: Pick<TemporalClientOptions, 'address' | 'tls'>): Promise<string | null> {
  const place = placeOf(address);
  if (secured) return faultOf(await listen(() => connectSecurely(place, secured)));
  const said = await listen(() => net.connect(place));
  if (said !== 'nothing' && 'bytes' in said && said.bytes.toString('latin1').startsWith('HTTP/'))
    return 'the server does not speak gRPC';
  if (said !== 'nothing' && 'bytes' in said && said.bytes[0] !== alertType) return null;
  // A server that requires TLS closes a plain connection, mostly silently. The probe sends no secrets, so
  // that it accepts any certificate.
  const answer = await listen(() => tls.connect({ ...place, rejectUnauthorized: false }));
  return answer !== 'nothing' && !isPlain(answer) ? 'the server asks for TLS' : null;
}

function placeOf(address: string): { host: string; port: number } {
  const { v6, name, port } = /^(?:\[(?<v6>.+)\]|(?<name>[^:]+))(?::(?<port>\d+))?$/.exec(address)!.groups!;
  return { host: (v6 ?? name)!, port: Number(port ?? defaultPort) };
}

function connectSecurely(place: { host: string; port: number }, secured: TLSConfig | true): Socket {
  const { serverRootCACertificate, serverNameOverride, clientCertPair } = secured === true ? {} : secured;
  const name = serverNameOverride ?? place.host;
  return tls.connect({
    ...place,
    ALPNProtocols: ['h2'],
    ...(net.isIP(name) === 0 && { servername: name }),
    ...(serverNameOverride !== undefined && {
      checkServerIdentity: (_: string, certificate: tls.PeerCertificate) =>
        tls.checkServerIdentity(serverNameOverride, certificate),
    }),
    ...(serverRootCACertificate && { ca: Buffer.from(serverRootCACertificate) }),
    ...(clientCertPair && {
      cert: Buffer.from(clientCertPair.crt),
      key: Buffer.from(clientCertPair.key),
    }),
  });
}

/** Sends a greeting to a server, and waits for its first bytes. */
function listen(open: () => Socket): Promise<Said> {
  return new Promise((resolve) => {
    const end = (said: Said) => {
      clearTimeout(timer);
      socket?.destroy();
      resolve(said);
    };
    const fail = (error: NodeJS.ErrnoException) => {
      // Errors of the system mean that no server listens, one for each address of a name; TLS errors have no
      // system call.
      const isAway =
        error instanceof AggregateError || error.syscall !== undefined || error.code === 'ECONNRESET';
      end(isAway ? 'nothing' : { fault: error });
    };
    const timer = setTimeout(end, firstBytesMs, 'nothing');
    let socket: Socket | undefined;
    try {
      socket = open();
    } catch (error) {
      fail(error as Error);
      return;
    }
    socket
      .on('error', fail)
      .once('data', (bytes: Buffer) => {
        end({ bytes });
      })
      .once('close', () => {
        end('nothing');
      });
    // The greeting follows the handshake, so that faults of the handshake are not reported as faults of the
    // write.
    const opened = socket;
    socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', () => opened.write(hello));
  });
}

function faultOf(said: Said): string | null {
  return said !== 'nothing' && 'fault' in said ? said.fault.message : null;
}

/** Whether a server has answered a TLS handshake with something other than TLS. */
function isPlain(said: Exclude<Said, 'nothing'>): boolean {
  return 'fault' in said && said.fault.code === 'ERR_SSL_WRONG_VERSION_NUMBER';
}
