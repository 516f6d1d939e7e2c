const imfFixdate =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Pause in milliseconds from `Retry-After` (RFC 9110 section 10.2.3), given in seconds or as a date; null for
 * none, for an invalid one and for a date in the past.
 */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!imfFixdate.test(text)) return null;
  const pauseMs = Date.parse(text) - now.getTime();
  return pauseMs > 0 ? pauseMs : null;
}
