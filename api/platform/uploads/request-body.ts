import { type IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { fileBytesMax } from '../../../src/domain/platform/limits';

/**
 * The body of a request as a stream that may be destroyed. The connection then survives, so that a refusal
 * can be answered, and further bytes of the client are dropped. The stream fails when the client disconnects.
 */
export function requestBody(request: IncomingMessage): Readable {
  const body = new PassThrough();
  const breakOff = () => {
    if (!request.complete) body.destroy(new Error('the request ended before its body did'));
  };
  // An error while no reader listens would end the process; the next reader finds the stream destroyed.
  body.on('error', () => undefined);
  request.on('error', breakOff).on('close', breakOff);
  body.on('close', () => {
    request.unpipe(body);
    discardRest(request);
  });
  request.pipe(body);
  return body;
}

/**
 * Drops the rest of a body, up to the size of a file: many clients read the answer only after sending
 * everything. A client that sends more is disconnected.
 */
function discardRest(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > fileBytesMax) request.destroy();
  });
  request.resume();
}
