import { type Activities } from '../../src/domain/activities';
import { recoveredPerSecondMax } from '../../src/domain/webhook-delivery';
import { type ActivityDeps } from '../deps';
import { deliveryStart } from './delivery-start';

/** Recoveries of endpoints. A step that a crash has cut short is gone through again: what is on its way is no longer failed. */
export function createRecoverDeliveries({
  runs,
  webhookEndpoints,
  webhookEvents,
  webhookMessages,
  webhookRecoveries,
}: ActivityDeps): Pick<Activities, 'recoverDeliveries'> {
  return {
    async recoverDeliveries({ endpointId }) {
      const recovery = await webhookRecoveries.running(endpointId);
      if (recovery === null) return null;
      const { since, until, messages } = recovery;
      const set = { endpointId, since, until };
      const endpoint = await webhookEndpoints.get(endpointId);
      // What is disabled gets nothing: its deliveries stay failed, for another recovery to pick up.
      const isOpen = endpoint !== null && endpoint.disabledAt === null;
      const next = isOpen ? await webhookMessages.listFailed(set, recovery.after, recoveredPerSecondMax) : [];
      await webhookEvents.keep(next.map(({ eventId }) => eventId));
      let { after, resent } = recovery;
      for (const { _id: id, createdAt } of next) {
        const message = await webhookMessages.recover(set, id);
        if (message !== null) await runs.resendDelivery({ ...deliveryStart(message, false), later: true });
        await webhookRecoveries.noteStep(endpointId, after, { createdAt, id }, message !== null);
        after = { createdAt, id };
        if (message !== null) resent++;
      }
      const more = next.length === recoveredPerSecondMax;
      if (!more) await webhookRecoveries.end(endpointId);
      return { messages, resent, more };
    },
  };
}
