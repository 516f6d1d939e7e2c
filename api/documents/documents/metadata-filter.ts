import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { parseWithLongNumbersInfinite } from '../../../src/domain/platform/exact-json';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type MetadataFilter, MetadataFilterError, parseMetadataFilter } from '../../../src/retrieval';

/**
 * Reads a filter that is sent as JSON text.
 *
 * @throws Refusal `invalid_metadata_filter` with position and reason
 */
export function readMetadataFilter(text: string): MetadataFilter {
  let sent: unknown;
  try {
    sent = parseWithLongNumbersInfinite(text);
  } catch (cause) {
    throw new Refusal<DocumentErrorCode>('invalid_metadata_filter', {
      details: { path: '', reason: 'is not JSON' },
      cause,
    });
  }
  return parsed(sent);
}

/**
 * Reads a filter of a JSON body; null for none.
 *
 * @throws Refusal `invalid_metadata_filter` with position and reason
 */
export function sentMetadataFilter(sent: unknown): MetadataFilter | null {
  return sent === null || sent === undefined ? null : parsed(sent);
}

/**
 * Checks a filter of a JSON body and returns it as it was sent; null for null and for a filter without
 * conditions.
 *
 * @throws Refusal `invalid_metadata_filter` with position and reason
 */
export function checkedFilter(sent: unknown): Record<string, unknown> | null {
  if (sent === null) return null;
  parsed(sent);
  const filter = sent as Record<string, unknown>;
  return Object.keys(filter).length === 0 ? null : filter;
}

function parsed(sent: unknown): MetadataFilter {
  try {
    return parseMetadataFilter(sent);
  } catch (error) {
    if (!(error instanceof MetadataFilterError)) throw error;
    const { message, path, reason } = error;
    throw new Refusal<DocumentErrorCode>('invalid_metadata_filter', {
      message,
      details: { path, reason },
      cause: error,
    });
  }
}
