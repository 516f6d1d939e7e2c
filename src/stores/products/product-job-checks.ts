/** A job that shows no sign of life for this long is looked at by the sweep. */
export const productCheckAfterMs = 60_000;

/** When the sweep looks at a job that has just shown a sign of life. */
export function nextCheck(now = new Date()): Date {
  return new Date(now.getTime() + productCheckAfterMs);
}
