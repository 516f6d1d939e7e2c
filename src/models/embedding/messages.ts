/** What an embedding thread is started with. */
export interface ThreadSettings {
  /** Folder of the model. */
  folder: string;
  dimensions: number;
}

/** What it is told: texts to embed. One request at a time. */
export interface EncodeRequest {
  texts: string[];
}

/** What it tells. */
export type FromEmbeddingThread =
  | { type: 'ready' }
  /** One vector after the other. */
  | { type: 'encoded'; vectors: Float32Array }
  | { type: 'failed'; message: string };
