import { rawMembers } from '../../domain/products/raw-object';
import { ProviderError } from '../provider-error';

/** A page of records. */
export interface BrowsedRecords {
  /** JSON array, as the provider has sent it. */
  text: string;
  count: number;
  /** Begin of the next page; null behind the last one. */
  cursor: string | null;
  /** Records of the index in all; null where the provider does not say. */
  total: number | null;
}

const wrongAnswer = (cause?: unknown): ProviderError =>
  new ProviderError('EXTERNAL_ERROR', 'The provider sent an answer that is not in the form of its API.', {
    mayPass: true,
    cause,
  });

/** @throws ProviderError `EXTERNAL_ERROR` for anything but a JSON object */
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

/** Reads an answer of `browse`; records keep their text. @throws ProviderError `EXTERNAL_ERROR` */
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

/** Reads an answer of `settings`, as text. @throws ProviderError `EXTERNAL_ERROR` */
export function readSettings(body: Buffer): string {
  return readObject(body).text;
}
