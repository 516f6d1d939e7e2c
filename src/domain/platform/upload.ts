/**
 * States of an upload as it is stored. `deleted` is hidden from everybody: the row stays a little, so that
 * what a killed process wrote for it meanwhile is still found and removed.
 */
export type UploadState = 'pending' | 'ready' | 'expired' | 'deleted';

/** States as callers see them. */
export const SHOWN_UPLOAD_STATES = ['pending', 'ready', 'expired'] as const;
export type ShownUploadState = (typeof SHOWN_UPLOAD_STATES)[number];

/** Name of an upload's file for callers and other parts. */
export const uploadScheme = 'svc://';

/**
 * The longest that a body may take to arrive: the upper bound of `REQUEST_TIMEOUT_MS`, and some more to be
 * stored.
 */
export const uploadBodyGraceMs = 2 * 3_600_000;
/** An expired upload is remembered this long after its expiry, so that its id still says "expired". */
export const uploadMemoryMs = 7 * 24 * 3_600_000;

/**
 * The state to show: time alone makes an upload expire, whenever retention comes by. A pending one expires
 * with its link.
 *
 * @returns null for a deleted one, which is not shown
 */
export function shownUploadState(
  { state, expiresAt }: { state: UploadState; expiresAt: Date },
  now: Date,
): ShownUploadState | null {
  if (state === 'deleted') return null;
  return expiresAt.getTime() <= now.getTime() ? 'expired' : state;
}

/** Blob keys of an upload. Everything lies below `prefix`, so that one call removes it. */
export function uploadBlobs(uploadId: string) {
  const prefix = `uploads/${uploadId}/`;
  return {
    prefix,
    /** Every attempt to send the bytes has a key of its own: two that run at once cannot mix. */
    attempt: (attemptId: string) => `${prefix}${attemptId}`,
  };
}
