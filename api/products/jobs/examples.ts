const createdAt = 1_763_666_138_226;

const jobIdExample = 'job_01JD8YTZ6D4H2K8M0P3R5T7V9X';
export const buildIdExample = 'bld_01JD8YV1R7Q3N5P0S2T4W6X8Z9';

const stage = { count: null, of: null, items: null, reason: null };

/** Build whose first stage is done. */
export const jobExample = {
  id: jobIdExample,
  type: 'index.build',
  index: 'products',
  status: 'running',
  created_at: createdAt,
  started_at: createdAt + 74,
  finished_at: null,
  stages: [
    {
      ...stage,
      name: 'schema',
      status: 'done',
      count: 1_994,
      of: 1_994,
      ms: 412,
      seconds: 0.412,
      started_at: createdAt + 90,
      finished_at: createdAt + 502,
    },
    {
      ...stage,
      name: 'validate',
      status: 'running',
      count: 1_000,
      of: 1_994,
      ms: null,
      seconds: null,
      started_at: createdAt + 510,
      finished_at: null,
    },
  ],
  progress: { step: 'validate', step_number: 2, steps: 11, records_done: 1_000, records_total: 1_994 },
  build_id: buildIdExample,
  error: null,
  error_code: null,
  bad_values: [],
  warnings: [],
  facet_report: [{ field: 'brand', type: 'keyword', distinct: 42, facet_counts: true, reason: null }],
  result: null,
};

/** Job of a live write, as the answer to the write names it. */
export const writeJobExample = { id: jobIdExample, type: 'index.write' };
