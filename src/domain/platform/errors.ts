/** One row: HTTP status, whether the same request may succeed later, and the sentence that is sent when a handler has no better one. */
export interface ErrorRow {
  status: number;
  retryable: boolean;
  sentence: string;
  /** What clients see, where one code has different statuses on different routes. Default: the key of the row. */
  wireCode?: string;
}

/**
 * Every machine code of `/v2` and `/v3`. Clients branch on the code; nothing in this project ever matches on a message.
 */
export const DOCUMENT_ERRORS = {
  malformed_request: { status: 400, retryable: false, sentence: 'The request is not valid HTTP.' },
  malformed_json: { status: 400, retryable: false, sentence: 'The body is not valid JSON.' },
  validation_error: {
    status: 400,
    retryable: false,
    sentence: 'The request has invalid fields; see details.',
  },
  invalid_idempotency_key: {
    status: 400,
    retryable: false,
    sentence: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
  },
  invalid_input: {
    status: 400,
    retryable: false,
    sentence: 'input must be an https link to a public address or a svc:// id of an upload.',
  },
  upload_not_found: { status: 400, retryable: false, sentence: 'No finished upload has this id.' },
  upload_expired: { status: 400, retryable: false, sentence: 'The upload has expired.' },
  upload_length_mismatch: {
    status: 400,
    retryable: true,
    sentence: 'The body has not the announced number of bytes.',
  },
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
  unsupported_file_type: {
    status: 400,
    retryable: false,
    sentence: 'The file is not an XLSX, XLSM, XLS, CSV or TSV file.',
  },
  empty_file: { status: 400, retryable: false, sentence: 'The file has no bytes.' },
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
  parsing_script_not_found: {
    status: 400,
    retryable: false,
    sentence: 'The organization has no parsing script of this name.',
  },
  masking_not_available: {
    status: 400,
    retryable: false,
    sentence: 'Masking is not available yet; leave mask_pii and the pii options out.',
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
  invalid_url: { status: 400, retryable: false, sentence: 'url must be an https address of a receiver.' },
  url_not_public: {
    status: 400,
    retryable: false,
    sentence: 'url does not lead to a public address.',
  },
  unknown_event_type: { status: 400, retryable: false, sentence: 'An event type is not known.' },
  filter_list_too_long: {
    status: 400,
    retryable: false,
    sentence: 'A list of a filter has more than 10 values.',
  },
  too_many_filter_combinations: {
    status: 400,
    retryable: false,
    sentence: 'The lists of the filter make more than 10 combinations.',
  },
  sync_filter_requires_sync_source: {
    status: 400,
    retryable: false,
    sentence: 'sync_ids only match jobs of syncs: sources must be empty or hold sync.',
  },
  since_out_of_range: {
    status: 400,
    retryable: false,
    sentence: 'since must lie within the last 7 days.',
  },
  invalid_api_key: { status: 401, retryable: false, sentence: 'The API key is missing or not valid.' },
  insufficient_credits: {
    status: 402,
    retryable: false,
    sentence: 'The organization has not enough credits for this file.',
  },
  permission_denied: { status: 403, retryable: false, sentence: 'The API key lacks a permission.' },
  collection_inactive: { status: 403, retryable: false, sentence: 'The collection is not active.' },
  collection_not_queryable: {
    status: 403,
    retryable: false,
    sentence: 'The collection does not take queries.',
  },
  invalid_signature: { status: 403, retryable: false, sentence: 'The link is not valid or was changed.' },
  route_not_found: { status: 404, retryable: false, sentence: 'No such route.' },
  not_found: { status: 404, retryable: false, sentence: 'Nothing has this id.' },
  upload_unknown: { status: 404, retryable: false, sentence: 'No upload has this id.' },
  collection_not_found: { status: 404, retryable: false, sentence: 'No collection has this name.' },
  document_not_found: { status: 404, retryable: false, sentence: 'No document has this id.' },
  chunk_not_found: { status: 404, retryable: false, sentence: 'No chunk has this id.' },
  relation_not_found: { status: 404, retryable: false, sentence: 'No relation has this id.' },
  no_page_data: { status: 404, retryable: false, sentence: 'Nothing is known of the pages of the document.' },
  page_data_pending: { status: 404, retryable: true, sentence: 'The document is still being indexed.' },
  page_out_of_range: { status: 404, retryable: false, sentence: 'The document has no such page.' },
  query_not_found: { status: 404, retryable: false, sentence: 'No query has this id.' },
  job_not_found: { status: 404, retryable: false, sentence: 'No job has this id.' },
  parse_job_not_found: { status: 404, retryable: false, sentence: 'No parse job has this id.' },
  endpoint_not_found: { status: 404, retryable: false, sentence: 'No webhook endpoint has this id.' },
  message_not_found: { status: 404, retryable: false, sentence: 'The endpoint has no such message.' },
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
  method_not_allowed: { status: 405, retryable: false, sentence: 'The route has no such method.' },
  request_timeout: { status: 408, retryable: true, sentence: 'The request took too long.' },
  idempotency_key_reused: {
    status: 409,
    retryable: false,
    sentence: 'The Idempotency-Key was used with another request.',
  },
  idempotency_in_progress: {
    status: 409,
    retryable: true,
    sentence: 'A request with this Idempotency-Key is still running.',
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
  job_running: { status: 409, retryable: true, sentence: 'The collection has a job running.' },
  upload_already_finished: { status: 409, retryable: false, sentence: 'The upload already has its bytes.' },
  endpoint_limit_reached: {
    status: 409,
    retryable: false,
    sentence: 'The organization has 20 webhook endpoints.',
  },
  endpoint_disabled: { status: 409, retryable: false, sentence: 'The webhook endpoint is disabled.' },
  too_many_rotations: {
    status: 409,
    retryable: true,
    sentence: 'Five secrets of the endpoint are valid; the oldest has to expire first.',
  },
  job_not_finished: { status: 409, retryable: true, sentence: 'The job has not finished.' },
  relation_identity_ambiguous: {
    status: 409,
    retryable: false,
    sentence: 'More than one relation has this source, target and type.',
  },
  rollback_in_progress: {
    status: 409,
    retryable: true,
    sentence: 'The job is being rolled back right now.',
  },
  link_expired: { status: 410, retryable: false, sentence: 'The link has expired.' },
  upload_url_expired: {
    status: 410,
    retryable: false,
    sentence: 'The upload has expired.',
    wireCode: 'upload_expired',
  },
  parse_result_expired: { status: 410, retryable: false, sentence: 'The result was deleted or has expired.' },
  payload_too_large: { status: 413, retryable: false, sentence: 'The body is larger than this route takes.' },
  file_too_large: { status: 413, retryable: false, sentence: 'The file is larger than 100 MB.' },
  metadata_too_large: {
    status: 413,
    retryable: false,
    sentence: 'The custom metadata would be larger than 64 KB.',
  },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    sentence: 'The route does not take this content type.',
  },
  range_not_satisfiable: { status: 416, retryable: false, sentence: 'The range lies outside the file.' },
  self_relation: { status: 422, retryable: false, sentence: 'A chunk has no relation to itself.' },
  headers_too_large: {
    status: 431,
    retryable: false,
    sentence: 'The request headers are larger than 16 KiB.',
  },
  rate_limited: { status: 429, retryable: true, sentence: 'Too many requests.' },
  too_many_parse_jobs: {
    status: 429,
    retryable: true,
    sentence: 'The organization has 20 parse jobs running.',
  },
  too_many_evaluations: {
    status: 429,
    retryable: true,
    sentence: 'The organization has 20 evaluations running.',
  },
  parse_capacity: {
    status: 429,
    retryable: true,
    sentence: 'The service runs as many parse jobs as it can.',
  },
  internal_error: { status: 500, retryable: true, sentence: 'Something went wrong on our side.' },
  analytics_unavailable: {
    status: 503,
    retryable: true,
    sentence: 'Nothing could be computed right now.',
  },
  service_unavailable: { status: 503, retryable: true, sentence: 'A part of the service is not available.' },
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
  outcome_unknown: {
    status: 503,
    retryable: true,
    sentence: 'The write may have happened; read before you write again.',
  },
  parse_unavailable: { status: 503, retryable: true, sentence: 'Parsing is not available right now.' },
} as const satisfies Record<string, ErrorRow>;

export type DocumentErrorCode = keyof typeof DOCUMENT_ERRORS;

/** A row's code as clients see it. */
export function wireCode(code: DocumentErrorCode): DocumentErrorCode {
  const row: ErrorRow = DOCUMENT_ERRORS[code];
  return (row.wireCode as DocumentErrorCode | undefined) ?? code;
}

/** One wrong field, the same in the v2 `details` and the v3 `detail` list. */
export interface FieldIssue {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** An expected refusal: everything that a handler or a middleware says no with. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  /** As clients see it. */
  readonly code: DocumentErrorCode;

  constructor(
    code: DocumentErrorCode,
    readonly extra: {
      message?: string;
      details?: Record<string, unknown> | FieldIssue[];
      retryAfterSeconds?: number;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(extra.message ?? DOCUMENT_ERRORS[code].sentence, { cause: extra.cause });
    this.status = DOCUMENT_ERRORS[code].status;
    this.code = wireCode(code);
  }
}

/** Fields of a v3 request are wrong: answered as 422 with the list (v2 families turn it into 400 `validation_error`). */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';

  constructor(readonly issues: FieldIssue[]) {
    super('The request has invalid fields.');
  }
}
