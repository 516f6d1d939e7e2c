import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { withJoinedSignal } from '../../../joined-signal';
import { Refusal } from '../../../domain/platform/refusal';
import { type GuardedClient, OutboundError } from '../../../net';

const checkTimeoutMs = 5_000;

/**
 * Checks that the service may call an endpoint's address, without calling it. Every attempt checks again.
 *
 * @throws Refusal `invalid_url`, `url_not_public`
 */
export async function checkAddress(outbound: GuardedClient, url: string, signal: AbortSignal): Promise<void> {
  return withJoinedSignal({ signals: [signal], timeoutMs: checkTimeoutMs }, async (limited) => {
    try {
      await outbound.verify(url, { schemes: ['https'], signal: limited.signal });
    } catch (cause) {
      if (signal.aborted) throw cause;
      if (limited.signal.aborted) {
        throw new Refusal<PlatformErrorCode>('url_not_public', {
          message: 'The name of the receiver could not be resolved in time.',
          cause,
        });
      }
      if (!(cause instanceof OutboundError)) throw cause;
      if (cause.code === 'invalid_url')
        throw new Refusal<PlatformErrorCode>('invalid_url', { message: cause.message, cause });
      throw new Refusal<PlatformErrorCode>('url_not_public', { message: cause.message, cause });
    }
  });
}
