/** Texts that cells point to by index. */
export interface SharedStrings {
  readonly count: number;
  /** '' for an index that does not exist. */
  get(index: number): string;
}

export const noSharedStrings: SharedStrings = { count: 0, get: () => '' };
