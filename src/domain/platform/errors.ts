/**
 * Row of an error table: HTTP status, whether a retry of the same request may succeed, and the default
 * message.
 */
export interface ErrorRow {
  status: number;
  retryable: boolean;
  /** Message of a refusal without a message of its own. */
  sentence: string;
  /** Code on the wire, for a code whose status differs between routes. Default: the key of the row. */
  wireCode?: string;
}

/** Codes of the route framework, for refusals outside the handlers of all families. */
export const FRAMEWORK_ERRORS = {
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
  invalid_api_key: {
    status: 401,
    retryable: false,
    sentence: 'The API key is missing or not valid; it is sent as Authorization: Bearer <key>.',
  },
  permission_denied: { status: 403, retryable: false, sentence: 'The API key lacks a permission.' },
  route_not_found: { status: 404, retryable: false, sentence: 'No such route.' },
  method_not_allowed: { status: 405, retryable: false, sentence: 'The route has no such method.' },
  request_timeout: { status: 408, retryable: true, sentence: 'The request took too long.' },
  answer_timeout: {
    status: 408,
    retryable: true,
    sentence: 'The request took too long.',
    wireCode: 'request_timeout',
  },
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
  payload_too_large: { status: 413, retryable: false, sentence: 'The body is larger than this route takes.' },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    sentence: 'The route does not take this content type.',
  },
  headers_too_large: {
    status: 431,
    retryable: false,
    sentence: 'The request headers are larger than 16 KiB.',
  },
  rate_limited: { status: 429, retryable: true, sentence: 'Too many requests.' },
  internal_error: { status: 500, retryable: true, sentence: 'Something went wrong on our side.' },
  service_unavailable: { status: 503, retryable: true, sentence: 'A part of the service is not available.' },
} as const satisfies Record<string, ErrorRow>;

export type FrameworkErrorCode = keyof typeof FRAMEWORK_ERRORS;

/** Codes of the framework and of the platform routes: uploads, webhooks, files. */
export const PLATFORM_ERRORS = {
  ...FRAMEWORK_ERRORS,
  upload_length_mismatch: {
    status: 400,
    retryable: true,
    sentence: 'The body has not the announced number of bytes.',
  },
  unsupported_file_type: {
    status: 400,
    retryable: false,
    sentence:
      'The file is not an XLSX, XLSM, XLSB, XLS, ODS, CSV or TSV file. `POST /v3/uploads` takes any file, and ' +
      '`POST /v3/parse/documents` parses it.',
  },
  empty_file: { status: 400, retryable: false, sentence: 'The file has no bytes.' },
  invalid_url: { status: 400, retryable: false, sentence: 'url must be an https address of a receiver.' },
  url_not_public: {
    status: 400,
    retryable: false,
    sentence: 'url does not lead to a public address.',
  },
  unknown_event_type: { status: 400, retryable: false, sentence: 'An event type is not known.' },
  unknown_filter_id: {
    status: 400,
    retryable: false,
    sentence: 'A filter names a collection or a sync that does not exist.',
  },
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
  invalid_signature: { status: 403, retryable: false, sentence: 'The link is not valid or was changed.' },
  not_found: { status: 404, retryable: false, sentence: 'Nothing has this id.' },
  upload_unknown: { status: 404, retryable: false, sentence: 'No upload has this id.' },
  endpoint_not_found: { status: 404, retryable: false, sentence: 'No webhook endpoint has this id.' },
  message_not_found: { status: 404, retryable: false, sentence: 'The endpoint has no such message.' },
  recovery_not_found: {
    status: 404,
    retryable: false,
    sentence: 'No recovery of the endpoint was asked for in the last 30 days.',
  },
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
  link_expired: { status: 410, retryable: false, sentence: 'The link has expired.' },
  upload_url_expired: {
    status: 410,
    retryable: false,
    sentence: 'The upload has expired.',
    wireCode: 'upload_expired',
  },
  file_too_large: { status: 413, retryable: false, sentence: 'The file is larger than 100 MB.' },
  range_not_satisfiable: { status: 416, retryable: false, sentence: 'The range lies outside the file.' },
} as const satisfies Record<string, ErrorRow>;

export type PlatformErrorCode = keyof typeof PLATFORM_ERRORS;
