/** Refusals of every route that reads a part of the result of one type of parse job. */
export const resultErrors = [
  'parse_job_not_found',
  'parse_type_mismatch',
  'job_not_finished',
  'parse_job_without_result',
  'parse_result_expired',
] as const;
