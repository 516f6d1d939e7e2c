/** Codes of records that an upload or a batch of writes refuses. */
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

/** A wrong record, by its place in what was sent. */
export interface RecordFault {
  /** Line of NDJSON, from 1; null for arrays. */
  line: number | null;
  /** Place in an array, from 0; null for NDJSON. */
  index: number | null;
  /** Id of the record where it is known. */
  id: string | null;
  code: RecordFaultCode;
  /** Name of the wrong field; null when the record as a whole is wrong. */
  field: string | null;
  message: string;
}
