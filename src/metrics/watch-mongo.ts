import { type Metrics } from './metrics';

/** The events of a MongoDB client that tell of its connections, as the driver names them. */
interface MongoEvents {
  on(event: string, listener: (event: { durationMS?: number; reason?: string }) => void): unknown;
}

/** Counts the connections of a client that is not connected yet, over all servers, by its events. */
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
