import { type IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { fileBytesMax } from '../../../src/domain/platform/limits';

/**
 * The body of a request as a stream that may be destroyed: the connection survives, so that a refusal can still be answered,
 * and what the client goes on sending is thrown away. A body that the client breaks off fails the stream.
 */
export function requestBody(request: IncomingMessage): Readable {
  const body = new PassThrough();
  const breakOff = () => {
    if (!request.complete) body.destroy(new Error('the request ended before its body did'));
  };
  // Between two readers a failure would end the process; the next one finds the stream destroyed.
  body.on('error', () => undefined);
  request.on('error', breakOff).on('close', breakOff);
  body.on('close', () => {
    request.unpipe(body);
    discardRest(request);
  });
  request.pipe(body);
  return body;
}

/** Many clients read the answer when they have sent everything, which is at most a whole file. One that goes on is cut off. */
function discardRest(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > fileBytesMax) request.destroy();
  });
  request.resume();
}
