import Ajv2020 from 'ajv/dist/2020';
import { WEBHOOK_EVENTS } from '../../src/domain/platform/webhook-event';
import { jobEvents } from '../../src/job-events';
import { samplePayload, testPayload } from '../../src/job-events/payload';

const publicUrl = 'https://sheaf.example';
const ajv = new Ajv2020({ strict: true, validateFormats: false });
const entries = jobEvents.eventTypes(publicUrl);
const owner = { organizationId: 'org_1', environment: 'staging' } as const;

it('there are the five events, each once', () => {
  expect(entries.map(({ name }) => name)).toEqual([
    'job.completed',
    'job.completed_with_errors',
    'job.failed',
    'job.timed_out',
    'job.cancelled',
  ]);
});

it.each(entries)('the example of $name fits its own schema and no other one', ({ schema, example }) => {
  expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  expect(ajv.validate(schema, example)).toBe(true);
  const fitting = entries.filter((entry) => ajv.validate(entry.schema, example));
  expect(fitting).toHaveLength(1);
});

it.each(entries)(
  'the schema of $name lets new fields through and misses removed ones',
  ({ schema, example }) => {
    const data: Record<string, unknown> = { ...(example.data as object) };
    delete data.test;
    expect(
      ajv.validate(schema, { ...example, later: 1, data: { ...(example.data as object), later: 1 } }),
    ).toBe(true);
    expect(ajv.validate(schema, { ...example, data })).toBe(false);
  },
);

it.each(WEBHOOK_EVENTS)('a test message of %s has data.test, placeholders and an id of its own', (name) => {
  const now = new Date();
  const [one, two] = [1, 2].map(() => testPayload(name, owner, { publicUrl, now }));
  expect(one!.id).not.toBe(two!.id);
  expect(one).toMatchObject({
    event: name,
    data: { test: true, job_id: samplePayload(name, publicUrl).data.job_id, environment: 'staging' },
  });
  expect(ajv.validate(entries.find((entry) => entry.name === name)!.schema, one)).toBe(true);
});
