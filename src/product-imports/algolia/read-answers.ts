import { rawMembers } from '../../domain/products/raw-object';
import { ProviderError } from '../provider-error';

/** A page of records. */
export interface BrowsedRecords {
  /** JSON array as the provider sent it. */
  text: string;
  count: number;
  /** Start of the next page; null after the last page. */
  cursor: string | null;
  /** Number of all records of the index; null when the provider gives none. */
  total: number | null;
}

const wrongAnswer = (cause?: unknown): ProviderError =>
  new ProviderError('EXTERNAL_ERROR', 'The provider sent an answer that is not in the form of its API.', {
    mayPass: true,
    cause,
  });

/** @throws ProviderError `EXTERNAL_ERROR` unless the body is a JSON object */
function readObject(body: Buffer): { text: string; value: Record<string, unknown> } {
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw wrongAnswer(cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongAnswer();
  return { text, value: value as Record<string, unknown> };
}

/** Parses an answer of `browse`; records keep their text. @throws ProviderError `EXTERNAL_ERROR` */
export function readBrowsed(body: Buffer): BrowsedRecords {
  const { text, value } = readObject(body);
  const { hits, cursor = null, nbHits } = value;
  const isCursor = cursor === null || (typeof cursor === 'string' && cursor !== '');
  if (!Array.isArray(hits) || !isCursor) throw wrongAnswer();
  return {
    text: rawMembers(text).get('hits')!,
    count: hits.length,
    cursor,
    total: typeof nbHits === 'number' && nbHits >= 0 ? nbHits : null,
  };
}

/** Returns an answer of `settings` as text, after a check. @throws ProviderError `EXTERNAL_ERROR` */
export function readSettings(body: Buffer): string {
  return readObject(body).text;
}
