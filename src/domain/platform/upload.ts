/**
 * Stored states of an upload. `deleted` is hidden from callers: the row stays for a while, so that retention
 * still finds and removes blobs that a killed process wrote meanwhile.
 */
export type UploadState = 'pending' | 'ready' | 'expired' | 'deleted';

/** States that callers see. */
export const SHOWN_UPLOAD_STATES = ['pending', 'ready', 'expired'] as const;
export type ShownUploadState = (typeof SHOWN_UPLOAD_STATES)[number];

/** Scheme of the address of an upload's file, for callers and between modules. */
export const uploadScheme = 'svc://';

/** Longest time for a body to arrive and be stored: above the upper bound of `REQUEST_TIMEOUT_MS`. */
export const uploadBodyGraceMs = 2 * 3_600_000;
/** Time after its expiry for which an upload's id still answers "expired". */
export const uploadMemoryMs = 7 * 24 * 3_600_000;

/**
 * The state to show. An upload is expired by the clock, even before retention removes it; a pending one
 * expires with its link.
 *
 * @returns null for a deleted upload, which is hidden
 */
export function shownUploadState(
  { state, expiresAt }: { state: UploadState; expiresAt: Date },
  now: Date,
): ShownUploadState | null {
  if (state === 'deleted') return null;
  return expiresAt.getTime() <= now.getTime() ? 'expired' : state;
}

/** Blob keys of an upload. All of them lie below `prefix` and are removed by one call. */
export function uploadBlobs(uploadId: string) {
  const prefix = `uploads/${uploadId}/`;
  return {
    prefix,
    /** Every attempt to send the bytes has a key of its own, so that concurrent attempts do not mix. */
    attempt: (attemptId: string) => `${prefix}${attemptId}`,
  };
}
