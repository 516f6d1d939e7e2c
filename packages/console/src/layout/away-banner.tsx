import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { mayPass } from '../data/data-provider';

/**
 * Banner that shows while reads of the page fail because the service does not answer. Pages keep their data
 * and reads are retried; the banner disappears after the first success.
 */
export function AwayBanner() {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const isAway = useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => {
      const { error, fetchFailureReason } = query.state;
      const failure = fetchFailureReason ?? error;
      return query.isActive() && failure !== null && mayPass(failure);
    }),
  );
  return (
    <div role="status" className="away">
      {isAway && (
        <p>The service does not answer now. What is shown may be old; the page continues by itself.</p>
      )}
    </div>
  );
}
