/** Tags that every engine knows. */
export const PII_TAGS = [
  'PERSON',
  'EMAIL',
  'PHONE',
  'ADDRESS',
  'DATE_OF_BIRTH',
  'SSN',
  'NATIONAL_ID',
  'PASSPORT',
  'DRIVER_LICENSE',
  'CREDIT_CARD',
  'IBAN',
  'BANK_ACCOUNT',
  'IP_ADDRESS',
  'MEDICAL_RECORD',
  'USERNAME',
  'PASSWORD',
  'LICENSE_PLATE',
  'AGE',
] as const;
export type PiiTag = (typeof PII_TAGS)[number];

/** Kinds that are masked only where a request or a collection asks for them. */
export const ASKED_TAGS = ['AGE'] as const satisfies readonly PiiTag[];
export type AskedTag = (typeof ASKED_TAGS)[number];

/**
 * How much evidence a kind of personal data needs before it is masked: `off` masks none of it, `stricter` needs
 * more evidence than `default`, `wider` less.
 */
export const MASKING_BOUNDS = ['off', 'stricter', 'default', 'wider'] as const;
export type MaskingBound = (typeof MASKING_BOUNDS)[number];

/** Bound of a kind in a collection in which none was set. */
export const initialBoundOf = (tag: PiiTag): MaskingBound =>
  (ASKED_TAGS as readonly PiiTag[]).includes(tag) ? 'off' : 'default';

/** Kinds whose bound can be `stricter` or `wider`; the others have a form that a value meets or not. */
export const GRADED_TAGS: readonly PiiTag[] = ['PERSON', 'ADDRESS', 'PHONE', 'NATIONAL_ID'];

/** Engines that find personal data: a local model, the configured chat model, and rules. */
export const PII_ENGINES = ['classifier', 'hosted', 'patterns'] as const;
export type PiiEngineId = (typeof PII_ENGINES)[number];

/**
 * Why an engine was abandoned: no model is configured for it, its model gave no valid answer within the time
 * for retries, or it failed otherwise.
 */
export const FALLBACK_REASONS = ['not_configured', 'unavailable', 'engine_failed'] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

/** Engines that examined a file, for its report. */
export interface EngineUse {
  requestedEngine: PiiEngineId;
  /** Engines that examined at least a part of the file, in the order of first use. */
  usedEngines: readonly PiiEngineId[];
  fallbackUsed: boolean;
  /** Reason for the first engine that was abandoned; null without fallback. */
  fallbackReason: FallbackReason | null;
  /** Models of the used engines, in the same order, joined by `, `. */
  model: string;
}
