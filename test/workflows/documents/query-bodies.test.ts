import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { bound } from '../../../activities/attempt/bound';
import {
  removeExpiredJobs,
  removeMaskingReports,
  removeOldQueryBodies,
} from '../../../activities/documents/retention';
import { createBlobStore } from '../../../src/blobs';
import { readConfig } from '../../../src/config';
import { createLog } from '../../../src/log';
import { noMetrics } from '../../../src/metrics';
import { createQueryHistory, findStoredQuery } from '../../../src/retrieval';
import { startDatabase, type TestDatabase } from '../../setup/database';
import { recordOf } from '../../setup/query-records';
import { recordedActivities } from '../recorded-activities';
import { startTimeSkipping, type TimeSkipping } from '../time-skipping';

const tenant = { organizationId: 'org_skipped', environment: 'production' as const };
const dayMs = 24 * 3_600_000;

let skipping: TimeSkipping;
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-retention-'));
  [skipping, database] = await Promise.all([startTimeSkipping(), startDatabase()]);
});
afterAll(async () => {
  await skipping.close();
  await database.close();
  await rm(folder, { recursive: true });
});

it('the bodies of a query are there for 90 days, then retention takes them, and its row stays for ever', async () => {
  const { stores } = database;
  const config = readConfig({ SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'), BLOB_FOLDER: folder });
  const { activities } = recordedActivities(
    bound(
      { ...stores, blobs: createBlobStore(config) },
      { removeExpiredJobs, removeMaskingReports, removeOldQueryBodies },
    ),
  );
  skipping.use(activities);
  // Waits for a run while time stands still.
  const { workflow } = new Client({ connection: skipping.client.connection });
  const startMs = await skipping.nowMs();
  const history = createQueryHistory({ stores, log: createLog('silent', 'test'), metrics: noMetrics });
  const record = recordOf(tenant, { createdAt: new Date(startMs) });
  const { queryId } = record.answer;
  await history.record(record);

  const seen = [];
  for (const day of [1, 89, 91]) {
    await skipping.skip(startMs + day * dayMs - (await skipping.nowMs()));
    await workflow.execute('documentRetention', {
      taskQueue: 'sheaf',
      workflowId: `retention-${day}`,
    });
    const now = new Date(await skipping.nowMs());
    const entry = await findStoredQuery({ stores, history, clock: () => now }, tenant, queryId);
    const bodies = await stores.queryBodies.read(tenant, [queryId]);
    seen.push([day, entry?.bodyState, entry?.body?.answer.queryId, bodies.size]);
  }
  expect(seen).toEqual([
    [1, 'available', queryId, 1],
    [89, 'available', queryId, 1],
    [91, 'archived', undefined, 0],
  ]);
});
