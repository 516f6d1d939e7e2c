import { type PlatformActivities } from '../../../src/domain/platform/activities';
import { type ActivityDeps } from '../../deps';
import { deliveryProgress } from './delivery-progress';

/** Steps by which operators steer one delivery through its run. Each may be done twice. */
export function createSteerDelivery({
  webhookDeliveries,
}: Pick<ActivityDeps, 'webhookDeliveries'>): Pick<PlatformActivities, 'cancelDelivery' | 'requestAttempt'> {
  const progressOf = async (messageId: string) =>
    deliveryProgress(await webhookDeliveries.get(messageId), new Date());

  return {
    async cancelDelivery({ messageId }) {
      await webhookDeliveries.endUnsent(messageId, 'cancelled');
      return progressOf(messageId);
    },

    async requestAttempt({ messageId }) {
      await webhookDeliveries.request(messageId);
      return progressOf(messageId);
    },
  };
}
