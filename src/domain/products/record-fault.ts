/** Codes for invalid records in an upload or a batch of writes. */
export const RECORD_FAULTS = [
  'BAD_VALUE',
  'BAD_JSON',
  'NOT_AN_OBJECT',
  'MISSING_ID',
  'BAD_ID',
  'DUPLICATE_ID',
  'RECORD_TOO_LARGE',
  'TOO_DEEP',
  'TOO_MANY_FIELDS',
  'RECORD_NOT_FOUND',
  'ACCESS_DENIED',
  'ID_CONFLICT',
] as const;
export type RecordFaultCode = (typeof RECORD_FAULTS)[number];

/** An invalid record and its position in the request. */
export interface RecordFault {
  /** Line of NDJSON, from 1; null for arrays. */
  line: number | null;
  /** Position in the array, from 0; null for NDJSON. */
  index: number | null;
  /** Id of the record when it could be read. */
  id: string | null;
  code: RecordFaultCode;
  /** Name of the invalid field; null when the record as a whole is invalid. */
  field: string | null;
  message: string;
}
