import { newId } from '../../../../src/stores/mongo/new-id';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { owner } from './collection-stack';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

test('of a job and a move at the same moment one is refused', async () => {
  const { collections, indexJobs } = database.stores;
  const ends = new Set<string>();
  for (let round = 0; round < 40; round++) {
    const name = `c-${round}`;
    const { collection } = await collections.ensure(owner, name, { description: null, metadata: null });
    const jobId = newId('job_');
    const accept = async () => {
      await indexJobs.insertPending({
        ...owner,
        _id: jobId,
        type: 'index_url',
        collectionId: collection._id,
        collectionName: name,
        source: { kind: 'links', links: [] },
        credentials: null,
        warnings: [],
        createdAt: new Date(),
        options: {
          customMetadata: null,
          skipExisting: true,
          overwriteExisting: false,
          filesMax: null,
          processingType: 'basic',
          ocrLanguage: 'auto',
          transcriptionLanguage: null,
          parsingScript: null,
          includeHiddenSheets: true,
          masking: null,
          tagsSummary: false,
        },
      });
      return collections.recordJob(owner, collection);
    };
    const move = () =>
      collections.move(owner, name, 'staging', async (id, session) => {
        const [running] = await indexJobs.unfinishedIn(id, session);
        return running?._id ?? null;
      });
    const [accepted, moved] = await Promise.all(
      round % 2 === 0 ? [accept(), move()] : [accept(), pause(move)],
    );
    ends.add(`${accepted} ${moved.state}`);
  }
  for (const end of ends) expect(['true job_running', 'false moved']).toContain(end);
});

/** Begins a moment later, so that the two meet at different points. */
async function pause<T>(work: () => Promise<T>): Promise<T> {
  await database.mongo.db.command({ ping: 1 });
  return work();
}
