import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type ServiceDeps } from '../../deps';
import { type AnyRefusal, Refusal } from '../../../domain/platform/refusal';

/**
 * The refusal of a request that the organization cannot pay for. Its details are the credits that are
 * `required` and those that are `remaining`.
 *
 * @param message default: that of the code
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
