import { useSyncExternalStore } from 'react';

const stepMs = 15_000;

/** The time in Unix milliseconds, in steps that relative times need. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, stepOfNow);
}

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, stepMs);
  return () => {
    clearInterval(timer);
  };
}

const stepOfNow = (): number => Math.floor(Date.now() / stepMs) * stepMs;
