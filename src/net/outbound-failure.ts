import { errors } from 'undici';
import { OutboundError, type OutboundErrorCode } from './guarded-client';

/**
 * Converts the error of a request into one for the caller. Reasons of aborts and OutboundErrors are returned
 * unchanged. All failures of the network and of the HTTP parser (closed connection, headers that are too
 * large, a body shorter than announced, no HTTP) get one code. Any other error is a bug of this program, and
 * is returned unchanged.
 *
 * @param code default `connect`, since a broken answer cannot be read
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
  // Only some errors of the parser carry a code.
  if (hasCode || error instanceof errors.HTTPParserError) {
    return new OutboundError(code, 'The server closed the connection or did not answer with valid HTTP.', {
      cause: error,
    });
  }
  return error;
}
