import { type RefObject, useEffect, useRef } from 'react';

/** A controller that aborts when the component is unmounted. */
export function useLeaving(): RefObject<AbortController> {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => {
      controller.abort();
    };
  }, []);
  return leaving;
}
