import { type ZipEntry } from './zip-entry';
import { encryptedArchive, oversizedArchive } from './zip-error';
import { type ZipLimits } from './zip-limits';

/** Remaining bytes that an open archive may inflate. */
export interface InflateBudget {
  /**
   * Call before an entry is read. Throws `too_large` where its declared size exceeds a limit or the rest of
   * the budget, `encrypted` where it needs a password.
   */
  admit(entry: ZipEntry): void;
  /** Call after bytes were inflated. */
  spend(bytes: number): void;
}

/**
 * Creates the budget of one archive. Declared sizes decide, because reading fails where an entry has more
 * bytes than it declares.
 */
export function createInflateBudget(limits: ZipLimits): InflateBudget {
  let leftBytes = limits.totalBytesMax;
  return {
    admit(entry) {
      if (entry.isEncrypted) throw encryptedArchive();
      const capBytes = Math.min(
        limits.entryBytesMax,
        Math.max(entry.compressedBytes * limits.ratioMax, limits.ratioFreeBytes),
      );
      if (entry.byteSize > capBytes || entry.byteSize > leftBytes) {
        throw oversizedArchive('its contents are far larger than the file itself');
      }
    },
    spend(bytes) {
      leftBytes -= bytes;
    },
  };
}
