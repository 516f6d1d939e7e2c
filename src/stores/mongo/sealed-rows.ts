export interface SealedRow {
  _id: string;
  sealed: string[];
}

/** Reads and writes by which the sealed texts of a collection are sealed with another key. */
export interface SealedRows {
  /** The next rows that hold sealed texts of use, by id after `after`. */
  listSealed(after: string | null, limit: number): Promise<SealedRow[]>;
  /** Puts one sealed text in another's place; nothing when that one is no longer there. */
  replaceSealed(id: string, sealed: { from: string; to: string }): Promise<void>;
}
