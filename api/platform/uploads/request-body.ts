import { type IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { fileBytesMax } from '../../../src/domain/platform/limits';
import { Refusal } from '../../../src/domain/platform/refusal';

/** Time without a byte of a body, while it is read, after which the client gets 408. */
const silenceMs = 30_000;

/**
 * The body of a request as a stream that may be destroyed. The connection then survives, so that a refusal
 * can be answered, and further bytes of the client are dropped. The stream fails when the client disconnects,
 * and with `request_timeout` when it stalls.
 */
export function requestBody(request: IncomingMessage): Readable {
  const body = new PassThrough();
  const breakOff = () => {
    if (!request.complete) body.destroy(new Error('the request ended before its body did'));
  };
  // An error while no reader listens would end the process; the next reader finds the stream destroyed.
  body.on('error', () => undefined);
  request.on('error', breakOff).on('close', breakOff);
  const endWatch = watchSilence(request, (late) => body.destroy(late));
  body.on('close', () => {
    endWatch();
    request.unpipe(body);
    discardRest(request);
  });
  request.pipe(body);
  return body;
}

/** Calls once when no byte has arrived for too long. Time in which the reader is paused does not count. */
function watchSilence(request: IncomingMessage, onSilence: (late: Refusal) => void): () => void {
  const timer = setTimeout(() => {
    if (request.isPaused()) timer.refresh();
    else onSilence(new Refusal('request_timeout', { message: 'The body of the request has stalled.' }));
  }, silenceMs);
  const refresh = () => void timer.refresh();
  const end = () => {
    clearTimeout(timer);
    request.off('data', refresh).off('resume', refresh).off('end', end);
  };
  request.on('data', refresh).on('resume', refresh).once('end', end);
  return end;
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
