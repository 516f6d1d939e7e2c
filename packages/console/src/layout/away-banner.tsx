import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { mayPass } from '../data/data-provider';

/**
 * Says that the service does not answer, as long as a read that the page needs fails for that reason. Pages
 * keep what they have read; reads are tried again, and the banner goes once one succeeds.
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
        <p>The service does not answer now. What is shown may be old; the page goes on by itself.</p>
      )}
    </div>
  );
}
