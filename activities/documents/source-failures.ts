import { type OutboundError } from '../../src/net';

/**
 * Attempts of a link whose server fails. Such links are mostly dead, so they get fewer than our own faults.
 */
export const linkAttemptsMax = 3;

/** Sentences for owners of jobs about sources that cannot be read, the same wherever they are found. */
export const sourceSentences = {
  fileTooLarge: 'The file is larger than 100 MB.',
  uploadGone: 'The upload was deleted or has expired.',
  notPaidFor: 'The organization has not enough credits for the text of this file.',
} as const;

/** Whether the same link may work in a second. */
export function linkMayPass({ code, extra: { status } }: OutboundError): boolean {
  if (code === 'http_status')
    return status !== undefined && (status >= 500 || status === 408 || status === 429);
  return code === 'dns' || code === 'connect' || code === 'timeout';
}
