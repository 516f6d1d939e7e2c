import { errors } from 'undici';
import { OutboundError, type OutboundErrorCode } from './guarded-client';

/**
 * The error of a request as the caller may see it. An aborted request's is the reason of the abort and our
 * own pass through. Whatever the network or a parser of HTTP says (closed connection, headers that are too
 * large, a body shorter than announced, no HTTP at all) gets one code. Anything else is a fault of this
 * program and stays what it is.
 *
 * @param code default `connect`, as there is nothing to read without a whole answer
 */
export function asOutboundError(
  error: unknown,
  signal: AbortSignal,
  code: Extract<OutboundErrorCode, 'connect' | 'broken_answer'> = 'connect',
): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof OutboundError) return error;
  const hasCode =
    typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
  // The parser's errors carry a code only for some of the ways in which HTTP can be broken.
  if (hasCode || error instanceof errors.HTTPParserError) {
    return new OutboundError(code, 'The server closed the connection or did not answer with valid HTTP.', {
      cause: error,
    });
  }
  return error;
}
