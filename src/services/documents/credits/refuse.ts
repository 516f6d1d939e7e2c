import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type ServiceDeps } from '../../deps';
import { type AnyRefusal, Refusal } from '../../../domain/platform/refusal';

/**
 * Refusal of a request that exceeds the credits of the organization. Its details are the `required` and the
 * `remaining` credits.
 *
 * @param message default: the message of the code
 */
export async function insufficientCredits(
  { stores }: Pick<ServiceDeps, 'stores'>,
  { organizationId, required, message }: { organizationId: string; required: number; message?: string },
): Promise<AnyRefusal> {
  const remaining = await stores.credits.remaining(organizationId);
  return new Refusal<DocumentErrorCode>('insufficient_credits', {
    ...(message === undefined ? {} : { message }),
    details: { required, remaining },
  });
}
