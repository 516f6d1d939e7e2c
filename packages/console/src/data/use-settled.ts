import { useEffect, useState } from 'react';

/** Pause in typing after which the service is asked. */
const pauseMs = 120;

/** A text once it has not changed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
}
