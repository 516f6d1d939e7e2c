import { type Sheaf, SheafError, uploadRecords, waitForJob } from 'sheaf-client';
import { formatThings } from '../../../parts/format';
import { indexPath } from '../../products/index-path';
import { readSample } from './sample-file';
import { shareOf, type Step } from './step';

const index = 'sample-shop';
const query = 'tent for two';
/** Indexes that are looked through for a published build. */
const indexesMax = 100;

/** Uploads products and builds their index. A second run writes the same products again. */
export const searchStep: Step = {
  id: 'search',
  title: 'Search a shop',
  about: 'Thirty products become an index with facets, typo tolerance and ranking.',
  action: 'Build the sample shop',
  rights: ['indexes.manage', 'records.write', 'build', 'jobs.read', 'settings.read', 'search'],
  async isDone(sheaf, signal) {
    const { indexes, next_cursor: next } = await sheaf.get('/v1/indexes', {
      params: { query: { limit: indexesMax } },
      signal,
    });
    return next !== null || indexes.some(({ build }) => build !== null);
  },
  async run(sheaf, report) {
    report({ text: `Creating the index ${index}`, share: null });
    await createOnce(sheaf);
    report({ text: 'Sending 30 products', share: null });
    const lines = (await (await readSample('sample-shop.ndjson')).text()).trim().split('\n');
    const { job } = await uploadRecords(sheaf, index, lines, { build: true });
    report({ text: 'Building the index', share: null });
    if (job !== null)
      await waitForJob(sheaf, 'product', job.id, {
        onProgress({ progress }) {
          report({
            text: 'Building the index',
            share: progress === undefined ? null : shareOf(progress.step_number, progress.steps),
          });
        },
      });
    return {
      text: `${formatThings(lines.length, 'product')} can be searched.`,
      to: `${indexPath(index, 'search')}?${new URLSearchParams({ query }).toString()}`,
      linkName: `Search ${index}`,
    };
  },
};

/** Creates the index unless it is there, from an earlier run. */
async function createOnce(sheaf: Sheaf): Promise<void> {
  const { indexes } = await sheaf.get('/v1/indexes', { params: { query: { limit: indexesMax } } });
  if (indexes.some(({ name }) => name === index)) return;
  try {
    await sheaf.post('/v1/indexes', { body: { name: index, id_field: 'sku' } });
  } catch (error) {
    // It may stand on a later page of the list.
    if (!(error instanceof SheafError) || error.code !== 'INDEX_EXISTS') throw error;
  }
}
