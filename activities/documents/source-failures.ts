import { type OutboundError } from '../../src/net';

/**
 * Attempts for a link whose server fails. Such links are mostly dead, so that they get fewer than faults of
 * the service.
 */
export const linkAttemptsMax = 3;

/** Sentences for owners of jobs about unreadable sources, common to all steps. */
export const sourceSentences = {
  fileTooLarge: 'The file is larger than 100 MB.',
  uploadGone: 'The upload was deleted or has expired.',
  notPaidFor: 'The organization has not enough credits for the text of this file.',
} as const;

/** Whether a retry of the link may succeed soon. */
export function linkMayPass({ code, extra: { status } }: OutboundError): boolean {
  if (code === 'http_status')
    return status !== undefined && (status >= 500 || status === 408 || status === 429);
  return code === 'dns' || code === 'connect' || code === 'timeout';
}
