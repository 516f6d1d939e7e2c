/** Examples of requests and answers about webhooks, for the documentation. */
const endpointId = 'whe_01JD3V…';
const messageId = 'msg_01JD3V…';
const eventId = 'evt_job_01JD3V…';
export const secretExample = 'whsec_…';
const url = 'https://example.com/hooks';

export const createEndpointExample = { url, event_types: ['job.completed', 'job.failed'] };

export const endpointExample = {
  endpoint_id: endpointId,
  url,
  description: null,
  event_types: ['job.completed', 'job.failed'],
  collection_ids: [],
  sync_ids: [],
  sources: [],
  channels: null,
  include_collection_name: true,
  disabled: false,
  disabled_reason: null,
  disabled_at: null,
  last_delivery: null,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: '2026-11-01T10:00:00.000Z',
};

export const deletedEndpointExample = { endpoint_id: endpointId, deleted: true };

export const sentTestExample = {
  message_id: messageId,
  event_id: 'evt_test_01JD3V…',
  event_type: 'job.completed',
};

export const deliveryExample = {
  message_id: messageId,
  event_id: eventId,
  event_type: 'job.failed',
  status: 'failed',
  test: false,
  attempts: 3,
  created_at: '2026-11-20T19:15:38.226Z',
  next_attempt_at: '2026-11-20T19:45:38.226Z',
  failure_reason: null,
};

export const storedEventExample = {
  message_id: messageId,
  event_id: eventId,
  event_type: 'job.failed',
  test: false,
  created_at: '2026-11-20T19:15:38.226Z',
  body: `{"event":"job.failed","id":"${eventId}"}`,
};

export const attemptsExample = {
  attempts: [
    {
      attempt_id: 'att_01JD3V…',
      status: 'failed',
      response_status_code: 503,
      duration_ms: 120,
      trigger: 'scheduled',
      error: 'http_error',
      request_body: '{"event":"job.failed"}',
      response_body: 'try again later',
      attempted_at: '2026-11-20T19:15:38.226Z',
    },
  ],
  next_cursor: null,
};

export const resentDeliveryExample = { message_id: messageId, status: 'pending' };

export const recoveryExample = {
  endpoint_id: endpointId,
  since: '2026-11-19T00:00:00.000Z',
  until: '2026-11-20T19:15:38.226Z',
  status: 'accepted',
  messages: 12,
  resent: 0,
};

export const rotatedSecretExample = {
  endpoint_id: endpointId,
  secret: secretExample,
  previous_secret_valid_until: '2026-11-21T19:15:38.226Z',
};

export const eventTypesExample = {
  event_types: [
    {
      name: 'job.failed',
      description: 'The job failed.',
      schema_version: 1,
      schema: { type: 'object' },
      example: { event: 'job.failed', id: eventId },
    },
  ],
};
