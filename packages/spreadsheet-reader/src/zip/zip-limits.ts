const MIB = 1024 * 1024;

/** Limits of an archive; past one of them, declared or inflated, reading ends with `too_large`. */
export interface ZipLimits {
  entriesMax: number;
  /** Inflated bytes of one entry. */
  entryBytesMax: number;
  /** Ratio of inflated to compressed size of one entry; Office files stay below 50, bombs start at 1,000. */
  ratioMax: number;
  /** Inflated bytes up to which an entry may have any ratio. */
  ratioFreeBytes: number;
  /**
   * Bytes declared by all entries together, and inflated over the life of an open archive, repeated reads
   * included.
   */
  totalBytesMax: number;
  /** Bytes of an entry that is read whole. */
  wholeEntryBytesMax: number;
}

export const defaultZipLimits: ZipLimits = {
  entriesMax: 10_000,
  entryBytesMax: 4096 * MIB,
  ratioMax: 250,
  ratioFreeBytes: 16 * MIB,
  totalBytesMax: 6_000_000_000,
  wholeEntryBytesMax: 64 * MIB,
};
