/** Personal data in a text: UTF-16 offsets, `end` exclusive. */
export interface PiiSpan {
  start: number;
  end: number;
  /** A built-in tag such as `EMAIL`, or the tag of a custom field. */
  tag: string;
}

/** An instruction of the caller, or a part of it, that an engine cannot follow. */
export interface PiiWarning {
  code: 'instruction_not_applied' | 'field_not_applied';
  /** Text of the instruction or of the field's description, as it was sent. */
  text: string;
  /** Reason, as a sentence. */
  message: string;
}

/** The caller's own categories and instructions. */
export interface PiiWishes {
  fields: readonly { description: string; tag: string }[];
  instructions: string | null;
}

export interface PiiEngine {
  id: 'classifier' | 'hosted' | 'patterns';
  /** Name and version of the model, for reports. */
  model: string;
  warnings: readonly PiiWarning[];
  /**
   * Finds personal data in each text; results have the order of `texts`.
   *
   * @returns for each text its spans, sorted by `start`, without overlaps, within the text
   * @throws the signal's reason when it is aborted
   */
  find(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly PiiSpan[])[]>;
}
