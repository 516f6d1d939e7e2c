/** Personal data in a text: UTF-16 offsets, `end` exclusive. */
export interface PiiSpan {
  start: number;
  end: number;
  /** A built-in tag such as `EMAIL`, or the tag of a custom field. */
  tag: string;
}

/** A wish of the caller, or a part of it, that an engine does not follow. */
export interface PiiWarning {
  code: 'instruction_not_applied' | 'field_not_applied';
  /** The sentence of the instructions, or the description of the field, as it was sent. */
  text: string;
  /** Reason, for people. */
  message: string;
}

/** The caller's own categories and instructions. */
export interface PiiWishes {
  fields: readonly { description: string; tag: string }[];
  instructions: string | null;
}

/** Finds personal data in texts. */
export interface PiiEngine {
  id: 'classifier' | 'hosted' | 'patterns';
  /** Name and version of the model, for reports. */
  model: string;
  warnings: readonly PiiWarning[];
  /**
   * Finds the personal data of each text, in the order of `texts`.
   *
   * @returns for each text its spans, sorted by `start`, without overlaps, within the text
   * @throws the signal's reason when it is aborted
   */
  find(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly PiiSpan[])[]>;
}
