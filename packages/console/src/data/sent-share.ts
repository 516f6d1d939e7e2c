/** Share of an upload that has been sent, from 0 to 1. */
export function sentShare({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }): number {
  return totalBytes === 0 ? 1 : sentBytes / totalBytes;
}
