import { type RefObject, useEffect, useRef } from 'react';

/** A controller that aborts what a component has begun, once the component is gone. */
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
