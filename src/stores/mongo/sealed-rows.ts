export interface SealedRow {
  _id: string;
  sealed: string[];
}

/** Access to the sealed texts of a collection, to seal them with another key. */
export interface SealedRows {
  /** The next rows with sealed texts that are still needed, in the order of their ids, after `after`. */
  listSealed(after: string | null, limit: number): Promise<SealedRow[]>;
  /** Replaces a sealed text; does nothing when the row has another one by now. */
  replaceSealed(id: string, sealed: { from: string; to: string }): Promise<void>;
}
