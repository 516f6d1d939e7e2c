import { type Metrics } from './metrics';

/** Events of an Elasticsearch client about its requests. */
interface ElasticEvents {
  diagnostic: {
    on(
      event: 'serialization' | 'request' | 'response',
      listener: (error: unknown, request: object | null) => void,
    ): unknown;
  };
}

/**
 * Measures the requests of a client. A request begins with `serialization` and ends with `response`, or with
 * a failed `request` when it could not be sent.
 */
export function watchElastic({ diagnostic }: ElasticEvents, metrics: Metrics): void {
  if (!metrics.isOn) return;
  const begunMs = new Map<object, number>();

  function end(error: unknown, request: object): void {
    const fromMs = begunMs.get(request);
    if (fromMs === undefined) return;
    begunMs.delete(request);
    metrics.observeMs('elasticSeconds', { outcome: outcomeOf(error) }, performance.now() - fromMs);
  }

  diagnostic.on('serialization', (_, request) => {
    if (request !== null) begunMs.set(request, performance.now());
  });
  diagnostic.on('request', (error, request) => {
    if (error !== null && request !== null) end(error, request);
  });
  diagnostic.on('response', (error, request) => {
    if (request !== null) end(error, request);
  });
  metrics.gauge('elasticInFlight', () => [{ labels: {}, value: begunMs.size }]);
}

function outcomeOf(error: unknown): string {
  if (error === null) return 'answered';
  return (error as { statusCode?: number }).statusCode === undefined ? 'failed' : 'refused';
}
