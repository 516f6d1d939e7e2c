const MIB = 1024 * 1024;

/** How far an archive is trusted. What declares or inflates past one of these ends with `too_large`. */
export interface ZipLimits {
  entriesMax: number;
  /** One entry inflated. */
  entryBytesMax: number;
  /** Inflated by compressed size of one entry; spreadsheets stay below 50, bombs start at 1,000. */
  ratioMax: number;
  /** Entries up to this size may have any ratio. */
  ratioFreeBytes: number;
  /** Declared by all entries together, and inflated over the life of an open archive, re-reads included. */
  totalBytesMax: number;
  /** Entries that are read whole. */
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
