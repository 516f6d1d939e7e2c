/**
 * Something said without a pause; times in seconds from the start of the recording, null where the model
 * gives none.
 */
export interface TranscriptSegment {
  start: number | null;
  end: number | null;
  text: string;
}

/** A recording to be written down. */
export interface Recording {
  /** On this machine. */
  path: string;
  /** Media type by content. */
  contentType: string;
  /** Short name of its type, `mp3`. */
  fileType: string;
  /** BCP-47 tag of what is spoken, null to find out. */
  language: string | null;
}

/** Writes down what is said in recordings. */
export interface Transcriber {
  /** @throws ModelError, which says whether trying again may help; the signal's reason once it is aborted */
  transcribe(recording: Recording, signal: AbortSignal): Promise<TranscriptSegment[]>;
}
