/** Personal data in a text: UTF-16 offsets, `end` exclusive. */
export interface PiiSpan {
  start: number;
  end: number;
  /** A built-in tag such as `EMAIL`, or the tag of a custom field. */
  tag: string;
}

/**
 * How much evidence a kind of personal data needs: `off` masks none of it, `stricter` needs more evidence than
 * `default`, `wider` less.
 */
export const PII_BOUNDS = ['off', 'stricter', 'default', 'wider'] as const;
export type PiiBound = (typeof PII_BOUNDS)[number];

/** Kinds whose bound can be `stricter` or `wider`. The others have a form that is met or not. */
export const GRADED_TAGS = ['PERSON', 'ADDRESS', 'PHONE', 'NATIONAL_ID'] as const;

/** Kinds that are found only where their bound is set, or an instruction asks for them. */
export const ASKED_TAGS = ['AGE'] as const;

/** Bounds by tag; tags without an entry have the bound `default`, those of `ASKED_TAGS` the bound `off`. */
export type PiiBounds = Readonly<Record<string, PiiBound>>;

/** Text that an engine nearly takes for personal data. */
export interface NearSpan extends PiiSpan {
  /** Evidence from 0 to 1; an engine takes values from 0.5 for personal data, unless their kind is `off`. */
  score: number;
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
  /**
   * Finds what lies below the bounds of the engine. Null for engines that have no bounds.
   *
   * @param found results of `find` for the same texts
   * @returns for each text its spans, sorted, without overlaps with each other and with those of `found`
   * @throws the signal's reason when it is aborted
   */
  findNear:
    | ((
        texts: readonly string[],
        found: readonly (readonly PiiSpan[])[],
        signal: AbortSignal,
      ) => Promise<readonly (readonly NearSpan[])[]>)
    | null;
}
