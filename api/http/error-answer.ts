import { type Family, refusalOf } from './family';
import { type AnyRefusal, type RefusalDetails, ValidationError } from '../../src/domain/platform/refusal';

/** Status, body and headers of a refusal. */
export interface ErrorAnswer {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/**
 * Writes a refusal in the form of its family. `path` is that of the request, without the query;
 * null when it could not be read.
 */
export function errorAnswer(
  family: Family,
  error: AnyRefusal | ValidationError,
  path: string | null,
): ErrorAnswer {
  if (error instanceof ValidationError) return { ...family.wrongFields(error.issues, path), headers: {} };
  const refusal = refusalOf(family, error);
  return { status: refusal.status, body: family.errorBody(refusal, path), headers: headersOf(error.extra) };
}

function headersOf({ retryAfterSeconds, headers }: RefusalDetails): Record<string, string> {
  return {
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterSeconds)) }),
    ...headers,
  };
}
