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
] as const;

/** Engines that find personal data: a local model, the configured chat model, and rules alone. */
export const PII_ENGINES = ['classifier', 'hosted', 'patterns'] as const;
export type PiiEngineId = (typeof PII_ENGINES)[number];

/**
 * Reasons why an engine was given up: no model is configured for it, its model did not answer as it was asked
 * to within the time for retries, or it failed in another way.
 */
export const FALLBACK_REASONS = ['not_configured', 'unavailable', 'engine_failed'] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

/** Engines that examined a file, as a report tells of them. */
export interface EngineUse {
  requestedEngine: PiiEngineId;
  /** Engines that examined some of the file, in the order of their first use. */
  usedEngines: readonly PiiEngineId[];
  fallbackUsed: boolean;
  /** Reason for the first engine that was given up; null without fallback. */
  fallbackReason: FallbackReason | null;
  /** Models of the engines that were used, in the same order, joined by `, `. */
  model: string;
}
