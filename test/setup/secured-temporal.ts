import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  constants,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { type AddressInfo } from 'node:net';
import { type Credentials } from '../net/certificates';

/** Temporal as a cloud offers it. */
export interface SecuredTemporal {
  /** Host and port. */
  address: string;
  close(): Promise<void>;
}

/** The server's credentials, the authority that vouches for clients, and the API key that calls must bring. */
interface SecuredTemporalOptions extends Credentials {
  ca: string;
  apiKey: string;
}

/** `UNAUTHENTICATED`, https://grpc.io/docs/guides/status-codes/. */
const unauthenticated = '16';

/**
 * Stands before the real Temporal, which the development server offers in the clear only: asks for TLS 1.2 or
 * newer with a client certificate, and for the API key in each call.
 *
 * @param target host and port of the real server
 */
export async function startSecuredTemporal(
  target: string,
  { apiKey, ...credentials }: SecuredTemporalOptions,
): Promise<SecuredTemporal> {
  const sessions = new Set<ServerHttp2Session | ClientHttp2Session>();
  const server = createSecureServer({ ...credentials, requestCert: true, rejectUnauthorized: true });
  server.on('session', (near) => {
    const far = connect(`http://${target}`);
    for (const session of [near, far]) {
      sessions.add(session);
      session.on('error', () => {
        session.destroy();
      });
    }
    near.on('close', () => {
      far.destroy();
    });
    near.on('stream', (stream, headers) => {
      if (headers.authorization === `Bearer ${apiKey}`) passOn(stream, headers, far);
      else refuse(stream);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function refuse(stream: ServerHttp2Stream): void {
  const headers = { 'content-type': 'application/grpc', 'grpc-status': unauthenticated };
  stream.respond({ ':status': 200, ...headers, 'grpc-message': 'API key required' }, { endStream: true });
}

function passOn(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, far: ClientHttp2Session): void {
  const call = far.request({ ...headers, ':scheme': 'http', ':authority': 'temporal' });
  let trailers: IncomingHttpHeaders = {};
  for (const end of [stream, call]) end.on('error', () => undefined);
  stream.on('close', () => {
    call.close(constants.NGHTTP2_CANCEL);
  });
  call.on('trailers', (answered: IncomingHttpHeaders) => {
    trailers = answered;
  });
  stream.on('wantTrailers', () => {
    stream.sendTrailers(trailers);
  });
  call.on('response', (answer, flags) => {
    if (stream.destroyed) return;
    // An answer that is all trailers has no body.
    if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) stream.respond(answer, { endStream: true });
    else {
      stream.respond(answer, { waitForTrailers: true });
      call.pipe(stream);
    }
  });
  stream.pipe(call);
}
