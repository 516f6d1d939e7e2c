/** The days of a report as the address of the page has them, such as `2026-11-24`; empty for the default. */
export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;

/** The days as the API takes them: Unix milliseconds, the end exclusive. */
export function windowOf({ from, to }: Days): { from?: number; to?: number } {
  const [begin, last] = [Date.parse(from), Date.parse(to)];
  return {
    ...(!Number.isNaN(begin) && { from: begin }),
    ...(!Number.isNaN(last) && { to: last + dayMs }),
  };
}

/** A moment of the last day before an end that is exclusive, in Unix milliseconds. */
export const lastDayBefore = (end: number): number => end - dayMs;
