import { SheafError } from 'sheaf-client';

/** Key of custom metadata that a refusal names, and the broken rule; null for any other error. */
export function metadataFault(error: unknown): { key: string; reason: string } | null {
  if (!(error instanceof SheafError) || error.code !== 'invalid_custom_metadata') return null;
  const { details } = error;
  if (typeof details !== 'object' || details === null) return null;
  const { key, reason } = details as Record<string, unknown>;
  return typeof key === 'string' && typeof reason === 'string' ? { key, reason } : null;
}
