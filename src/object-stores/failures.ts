import { OutboundError, type OutboundErrorCode } from '../net';
import { ObjectStoreError } from './object-store';

const causesMax = 8;
/** Codes of a server that may be reachable later. */
const passingCodes: ReadonlySet<OutboundErrorCode> = new Set(['dns', 'connect', 'tls', 'timeout']);

/**
 * Converts a failure of a driver into one of the interface. An error of neither the store nor the network is
 * a bug of this program, and is returned unchanged.
 *
 * @param status status of the store's answer; 0 for a failure of store or network without a known status;
 * undefined when the driver knows nothing
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

/** The failure for an HTTP status other than success. */
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

/** The failure for a file that is larger than the caller allows. */
export function tooLarge(byteMax: number): ObjectStoreError {
  return new ObjectStoreError('file_too_large', `The file is larger than ${byteMax} bytes.`);
}

/** The failure for a listing or an error answer that is larger than any valid one. */
export function answerTooLarge(): ObjectStoreError {
  return new ObjectStoreError('download_failed', 'The object store answered with far too much.');
}

function outboundFailure(error: OutboundError): ObjectStoreError {
  const code = error.code === 'blocked_address' ? 'private_address' : 'download_failed';
  return new ObjectStoreError(code, error.message, { retryable: passingCodes.has(error.code), cause: error });
}

/** An error and its causes: libraries wrap errors of the connection. */
function causes(error: unknown): object[] {
  const found: object[] = [];
  let next = error;
  while (typeof next === 'object' && next !== null && found.length < causesMax) {
    found.push(next);
    next = 'cause' in next ? next.cause : null;
  }
  return found;
}

/**
 * Whether an error comes from a socket or an HTTP parser, which set a code; bugs of this program have none.
 */
function isNetworkFailure(error: unknown): boolean {
  return causes(error).some((cause) => 'code' in cause);
}
