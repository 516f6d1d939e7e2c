/**
 * Continuous speech, with times in seconds from the start of the recording; null when the model gives none.
 */
export interface TranscriptSegment {
  start: number | null;
  end: number | null;
  text: string;
}

/** A recording to transcribe. */
export interface Recording {
  /** Local path. */
  path: string;
  /** Media type, detected from the content. */
  contentType: string;
  /** Short name of its type, such as `mp3`. */
  fileType: string;
  /** BCP-47 tag of the language; null to detect it. */
  language: string | null;
}

/** Transcribes recordings. */
export interface Transcriber {
  /** @throws ModelError, which says whether a retry may help; the signal's reason once it aborts */
  transcribe(recording: Recording, signal: AbortSignal): Promise<TranscriptSegment[]>;
}
