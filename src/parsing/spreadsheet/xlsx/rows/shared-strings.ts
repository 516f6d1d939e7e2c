/** Texts that cells point to by index. */
export interface SharedStrings {
  /** Undefined for an index that does not exist. */
  get(index: number): string | undefined;
}

export const noSharedStrings: SharedStrings = { get: () => undefined };
