import { type ZipEntry } from './zip-entry';
import { oversizedArchive } from './zip-error';
import { type ZipLimits } from './zip-limits';

/** What an open archive may still inflate. */
export interface InflateBudget {
  /** Before an entry is read. Throws `too_large` where its declared size passes a limit or what is left. */
  admit(entry: ZipEntry): void;
  /** After bytes were inflated. */
  spend(bytes: number): void;
}

/**
 * Limits on one archive. Declared sizes are enough to decide, because reading stops with an error where an
 * entry has more bytes than it declares.
 */
export function createInflateBudget(limits: ZipLimits): InflateBudget {
  let leftBytes = limits.totalBytesMax;
  return {
    admit(entry) {
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
