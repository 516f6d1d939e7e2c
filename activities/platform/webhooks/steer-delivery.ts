import { type DeliveryRef, type DeliveryProgress } from '../../../src/domain/platform/activities';
import { type ActivityDeps } from '../../deps';
import { deliveryProgress } from './delivery-progress';

export type SteerDeliveryDeps = Pick<ActivityDeps, 'webhookDeliveries'>;

export async function cancelDelivery(
  deps: SteerDeliveryDeps,
  { messageId }: DeliveryRef,
): Promise<DeliveryProgress | null> {
  await deps.webhookDeliveries.endUnsent(messageId, 'cancelled');
  return progressOf(deps, messageId);
}

export async function requestAttempt(
  deps: SteerDeliveryDeps,
  { messageId }: DeliveryRef,
): Promise<DeliveryProgress | null> {
  await deps.webhookDeliveries.request(messageId);
  return progressOf(deps, messageId);
}

async function progressOf({ webhookDeliveries }: SteerDeliveryDeps, messageId: string) {
  return deliveryProgress(await webhookDeliveries.get(messageId), new Date());
}
