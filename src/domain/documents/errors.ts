import { type ErrorRow, PLATFORM_ERRORS } from '../platform/errors';

/**
 * Error codes of `/v2` and `/v3`. Clients branch on the code; no code of this project matches on a message.
 */
export const DOCUMENT_ERRORS = {
  ...PLATFORM_ERRORS,
  invalid_input: {
    status: 400,
    retryable: false,
    sentence: 'input must be an https link to a public address or a svc:// id of an upload.',
  },
  upload_not_found: { status: 400, retryable: false, sentence: 'No finished upload has this id.' },
  upload_expired: { status: 400, retryable: false, sentence: 'The upload has expired.' },
  UPLOAD_LENGTH_MISMATCH: {
    status: 400,
    retryable: true,
    sentence: 'The body has not the announced number of bytes.',
  },
  invalid_cases_file: {
    status: 400,
    retryable: false,
    sentence: 'The file of cases breaks a rule; details names the line.',
  },
  download_failed: { status: 400, retryable: true, sentence: 'The link could not be read.' },
  invalid_metadata_filter: {
    status: 400,
    retryable: false,
    sentence: 'The metadata filter cannot be read; details names the place.',
  },
  rerank_model_not_configured: {
    status: 400,
    retryable: false,
    sentence: 'The rerank model is not configured in this installation.',
  },
  inference_not_supported: {
    status: 400,
    retryable: false,
    sentence: 'Queries return source chunks; no answer is generated from them.',
  },
  streaming_not_supported: {
    status: 400,
    retryable: false,
    sentence: 'Queries answer at once; nothing is streamed.',
  },
  invalid_custom_metadata: {
    status: 400,
    retryable: false,
    sentence: 'custom_metadata breaks a rule; details names the key.',
  },
  conflicting_options: { status: 400, retryable: false, sentence: 'Two options exclude each other.' },
  engine_does_not_support_custom_fields: {
    status: 400,
    retryable: false,
    sentence: 'The engine patterns knows built-in categories only: no pii_fields, no pii_instructions.',
  },
  parsing_script_not_found: {
    status: 400,
    retryable: false,
    sentence: 'The organization has no parsing script of this name.',
  },
  jurisdiction_not_supported: {
    status: 400,
    retryable: false,
    sentence: 'Only R2 knows a jurisdiction other than default.',
  },
  already_in_environment: {
    status: 400,
    retryable: false,
    sentence: 'The collection is in this environment.',
  },
  insufficient_credits: {
    status: 402,
    retryable: false,
    sentence: 'The organization has not enough credits for this file.',
  },
  collection_inactive: { status: 403, retryable: false, sentence: 'The collection is not active.' },
  collection_not_queryable: {
    status: 403,
    retryable: false,
    sentence: 'The collection does not take queries.',
  },
  collection_not_found: {
    status: 404,
    retryable: false,
    sentence: 'This environment has no collection of this name.',
  },
  document_not_found: { status: 404, retryable: false, sentence: 'No document has this id.' },
  chunk_not_found: { status: 404, retryable: false, sentence: 'No chunk has this id.' },
  relation_not_found: { status: 404, retryable: false, sentence: 'No relation has this id.' },
  no_page_data: { status: 404, retryable: false, sentence: 'Nothing is known of the pages of the document.' },
  page_data_pending: { status: 404, retryable: true, sentence: 'The document is still being indexed.' },
  page_out_of_range: { status: 404, retryable: false, sentence: 'The document has no such page.' },
  query_not_found: { status: 404, retryable: false, sentence: 'No query has this id.' },
  job_not_found: { status: 404, retryable: false, sentence: 'No job has this id.' },
  pii_report_not_found: { status: 404, retryable: false, sentence: 'The job was accepted without masking.' },
  parse_job_not_found: { status: 404, retryable: false, sentence: 'No parse job has this id.' },
  parse_table_not_found: { status: 404, retryable: false, sentence: 'The result has no table with this id.' },
  sync_not_found: { status: 404, retryable: false, sentence: 'No sync has this id.' },
  eval_not_found: { status: 404, retryable: false, sentence: 'No evaluation has this id.' },
  case_not_found: { status: 404, retryable: false, sentence: 'The evaluation has no case with this id.' },
  config_not_found: {
    status: 404,
    retryable: false,
    sentence: 'The evaluation has no configuration of this name.',
  },
  answer_not_stored: {
    status: 404,
    retryable: true,
    sentence: 'The case was not answered under this configuration.',
  },
  chunk_without_vector: {
    status: 409,
    retryable: false,
    sentence: 'The chunk has no vector, so that nothing can be compared with it.',
  },
  upload_already_used: {
    status: 409,
    retryable: false,
    sentence: 'Another evaluation has used the upload: send the cases again.',
  },
  target_name_in_use: {
    status: 409,
    retryable: false,
    sentence: 'A collection has the target name.',
  },
  collection_name_taken: {
    status: 409,
    retryable: false,
    sentence: 'The new environment has a collection of this name.',
  },
  sync_exists: {
    status: 409,
    retryable: false,
    sentence: 'The collection has a sync with this container and prefix.',
  },
  sync_inactive: { status: 409, retryable: false, sentence: 'The sync was deleted.' },
  job_running: { status: 409, retryable: true, sentence: 'The collection has a job running.' },
  job_not_finished: { status: 409, retryable: true, sentence: 'The job has not finished.' },
  parse_job_without_result: {
    status: 409,
    retryable: false,
    sentence: 'The job has failed or was cancelled: it has no result.',
  },
  parse_type_mismatch: {
    status: 409,
    retryable: false,
    sentence:
      'Tables are of parsed spreadsheets, Markdown and pages of parsed documents: the job is of the other type.',
  },
  relation_identity_ambiguous: {
    status: 409,
    retryable: false,
    sentence: 'More than one relation has this source, target and type.',
  },
  pii_report_deleted: {
    status: 410,
    retryable: false,
    sentence: 'The masking report was deleted or has expired.',
  },
  parse_result_expired: { status: 410, retryable: false, sentence: 'The result was deleted or has expired.' },
  metadata_too_large: {
    status: 413,
    retryable: false,
    sentence: 'The custom metadata would be larger than 64 KB.',
  },
  self_relation: { status: 422, retryable: false, sentence: 'A chunk has no relation to itself.' },
  too_many_parse_jobs: {
    status: 429,
    retryable: true,
    sentence: 'The organization has 20 parse jobs running.',
  },
  too_many_evaluations: {
    status: 429,
    retryable: true,
    sentence: 'The organization has 20 evaluations that have not ended.',
  },
  parse_capacity: {
    status: 429,
    retryable: true,
    sentence: 'The service runs as many parse jobs as it can.',
  },
  analytics_unavailable: {
    status: 503,
    retryable: true,
    sentence: 'Nothing could be computed right now.',
  },
  indexing_unavailable: {
    status: 503,
    retryable: true,
    sentence: 'Indexing is not available right now.',
  },
  query_unavailable: {
    status: 503,
    retryable: true,
    sentence: 'Queries are not available right now.',
  },
  search_index_missing: {
    status: 503,
    retryable: true,
    sentence: 'The search index of the collection is missing; its operator has to rebuild it.',
  },
  outcome_unknown: {
    status: 503,
    retryable: true,
    sentence: 'The write may have happened; read before you write again.',
  },
  parse_unavailable: { status: 503, retryable: true, sentence: 'Parsing is not available right now.' },
} as const satisfies Record<string, ErrorRow>;

export type DocumentErrorCode = keyof typeof DOCUMENT_ERRORS;
