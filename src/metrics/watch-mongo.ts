import { type Metrics } from './metrics';

/** Events of a MongoDB client about its connections, by the driver's names. */
interface MongoEvents {
  on(event: string, listener: (event: { durationMS?: number; reason?: string }) => void): unknown;
}

/** Counts the connections of a client over all servers, by its events. Call it before the client connects. */
export function watchMongo(client: MongoEvents, metrics: Metrics): void {
  if (!metrics.isOn) return;
  let [open, inUse, waiting] = [0, 0, 0];
  client.on('connectionCreated', () => open++);
  client.on('connectionClosed', () => open--);
  client.on('connectionCheckOutStarted', () => waiting++);
  client.on('connectionCheckedOut', ({ durationMS = 0 }) => {
    waiting--;
    inUse++;
    metrics.observeMs('mongoCheckoutSeconds', {}, durationMS);
  });
  client.on('connectionCheckOutFailed', ({ reason = 'unknown' }) => {
    waiting--;
    metrics.count('mongoCheckoutFailures', { reason });
  });
  client.on('connectionCheckedIn', () => inUse--);
  metrics.gauge('mongoConnections', () => [
    { labels: { state: 'open' }, value: open },
    { labels: { state: 'in_use' }, value: inUse },
  ]);
  metrics.gauge('mongoWaiting', () => [{ labels: {}, value: waiting }]);
}
