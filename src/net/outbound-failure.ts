import { errors } from 'undici';
import { OutboundError } from './guarded-client';

/**
 * The error of a request as the caller may see it. An aborted request's is the reason of the abort and our
 * own pass through. Whatever the network or undici's parser says (closed connection, headers that are too
 * large, a body shorter than announced, no HTTP at all) becomes `connect`. Anything else is a fault of this
 * program and stays what it is.
 */
export function asOutboundError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof OutboundError) return error;
  const hasCode =
    typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
  // The parser's errors carry a code only for some of the ways in which HTTP can be broken.
  if (hasCode || error instanceof errors.HTTPParserError) {
    return new OutboundError(
      'connect',
      'The server closed the connection or did not answer with valid HTTP.',
      { cause: error },
    );
  }
  return error;
}
