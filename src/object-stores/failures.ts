import { OutboundError, type OutboundErrorCode } from '../net';
import { ObjectStoreError } from './object-store';

const causesMax = 8;
/** A server that may be reached later. */
const passingCodes: ReadonlySet<OutboundErrorCode> = new Set(['dns', 'connect', 'tls', 'timeout']);

/**
 * A failure of a driver as the interface knows it. What is neither an answer of the store nor a failure of
 * the network is a fault of this program and stays what it is.
 *
 * @param status of the store's answer; 0 where the driver knows that store or network failed, but not by
 *   which status; undefined where it knows nothing
 */
export function objectStoreFailure(error: unknown, status: number | undefined): unknown {
  if (error instanceof ObjectStoreError) return error;
  const outbound = causes(error).find((cause) => cause instanceof OutboundError);
  if (outbound !== undefined) return outboundFailure(outbound);
  if (status !== undefined && status >= 300) return statusFailure(status, error);
  if (status !== undefined || isNetworkFailure(error))
    return new ObjectStoreError(
      'download_failed',
      'The object store closed the connection or gave an answer that cannot be read.',
      { retryable: true, cause: error },
    );
  return error;
}

/** The failure that a status of HTTP other than success stands for. */
export function statusFailure(status: number, cause?: unknown): ObjectStoreError {
  if (status === 401 || status === 403)
    return new ObjectStoreError('access_denied', 'The object store refuses these credentials.', { cause });
  if (status === 404)
    return new ObjectStoreError('not_found', 'The object store has no such bucket or object.', { cause });
  if (status === 412)
    return new ObjectStoreError('object_changed', 'The object was changed meanwhile.', { cause });
  const retryable = status === 408 || status === 429 || status >= 500;
  return new ObjectStoreError('download_failed', `The object store answered with status ${status}.`, {
    retryable,
    cause,
  });
}

/** A file of more bytes than the caller wants. */
export function tooLarge(byteMax: number): ObjectStoreError {
  return new ObjectStoreError('file_too_large', `The file is larger than ${byteMax} bytes.`);
}

/** A listing, or an answer about an error, of more bytes than any has that is honest. */
export function answerTooLarge(): ObjectStoreError {
  return new ObjectStoreError('download_failed', 'The object store answered with far too much.');
}

function outboundFailure(error: OutboundError): ObjectStoreError {
  const code = error.code === 'blocked_address' ? 'private_address' : 'download_failed';
  return new ObjectStoreError(code, error.message, { retryable: passingCodes.has(error.code), cause: error });
}

/** An error and what lies behind it: libraries wrap what the connection said. */
function causes(error: unknown): object[] {
  const found: object[] = [];
  let next = error;
  while (typeof next === 'object' && next !== null && found.length < causesMax) {
    found.push(next);
    next = 'cause' in next ? next.cause : null;
  }
  return found;
}

/** Errors of sockets and of HTTP parsers have a code; those of our own mistakes have none. */
function isNetworkFailure(error: unknown): boolean {
  return causes(error).some((cause) => 'code' in cause);
}
