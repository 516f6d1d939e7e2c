import { type TestResponse } from '../setup/api';
import { type Stack } from '../setup/stack-parts';

/** Imports one record that holds a word in all its members, into an index of its own; answers the ended job. */
export async function importedSecret(
  stack: Stack,
  { key, secret, target }: { key: string; secret: string; target: string },
): Promise<string> {
  const records = await stack.uploadRecords(`{"id":"r2","title":"${secret}","${secret}":"b"}\n`, { key });
  const json = { provider: 'typesense_export', records, target, build: false };
  const accepted = await stack.api.request<{ job: { id: string } }>('/v1/imports', { key, json });
  const { id } = accepted.body.job;
  for (let status = ''; status !== 'succeeded';) {
    const job: TestResponse<{ status: string }> = await stack.api.request(`/v1/jobs/${id}?wait=30`, { key });
    ({ status } = job.body);
  }
  return id;
}
