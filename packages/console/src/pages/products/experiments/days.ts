/** First and last day of a report in the address of the page, such as `2026-11-24`; empty for the default. */
export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** The days as parameters of the API: Unix milliseconds, the end exclusive. */
export function windowOf({ from, to }: Days): { from?: number; to?: number } {
  const [begin, last] = [Date.parse(from), Date.parse(to)];
  return {
    ...(!Number.isNaN(begin) && { from: begin }),
    ...(!Number.isNaN(last) && { to: last + dayMs }),
  };
}

/** A moment on the last day before an exclusive end, in Unix milliseconds. */
export const lastDayBefore = (end: number): number => end - dayMs;
