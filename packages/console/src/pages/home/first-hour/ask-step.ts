import { type Sheaf, uploadFile, waitForJob } from 'sheaf-client';
import { addressOf } from '../../../parts/queries/asked';
import { formatThings } from '../../../parts/format';
import { readSample, type SampleName } from './sample-file';
import { shareOf, type Step, type StepProgress } from './step';

const collection = 'sample-documents';
const files: readonly SampleName[] = ['sample-warranty.pdf', 'sample-returns.html', 'sample-care-guide.txt'];
const question = 'How long is the warranty on tents?';
/** Collections that are looked through for a document. */
const collectionsMax = 100;

/** Indexes documents and asks a question about them. A second run skips the files that are there. */
export const askStep: Step = {
  id: 'ask',
  title: 'Index documents and ask',
  about: 'A PDF, a web page and a text become a collection that answers a question.',
  action: 'Index the sample documents',
  rights: ['index', 'query'],
  async isDone(sheaf, signal) {
    const query = { limit: collectionsMax };
    const { collections, total_count: total } = await sheaf.get('/v2/collections', {
      params: { query },
      signal,
    });
    return total > collectionsMax || collections.some(({ document_count: count }) => count > 0);
  },
  async run(sheaf, report) {
    report({ text: `Creating the collection ${collection}`, share: null });
    await sheaf.put('/v2/collections/{collection_name}', {
      params: { path: { collection_name: collection } },
      body: { description: 'Sample documents of an invented shop', metadata: null },
    });
    await indexFiles(sheaf, report);
    report({ text: `Asking: ${question}`, share: null });
    const { results } = await sheaf.post('/v3/collections/{collection_name}/query', {
      params: { path: { collection_name: collection } },
      body: { query: question, limit: 3 },
    });
    const source = results[0]?.document?.filename;
    return {
      text:
        source === undefined
          ? `${formatThings(results.length, 'result')} for “${question}”`
          : `“${question}” is answered by ${source}.`,
      to: addressOf({ collections: [collection], query: question, a: {}, b: null }),
      linkName: `Ask ${collection}`,
    };
  },
};

async function indexFiles(sheaf: Sheaf, report: (progress: StepProgress) => void): Promise<void> {
  const uploads: string[] = [];
  for (const name of files) {
    report({ text: `Sending ${name}`, share: shareOf(uploads.length, files.length) });
    uploads.push(await uploadFile(sheaf, await readSample(name)));
  }
  report({ text: `Indexing ${formatThings(files.length, 'file')}`, share: null });
  const job = await sheaf.post('/v2/collections/{collection_name}/index/uploads', {
    params: { path: { collection_name: collection } },
    body: { uploads },
  });
  const ended = await waitForJob(sheaf, 'index', job.job_id, {
    onProgress({ progress: { files_processed: done, files_total: total } }) {
      report({ text: `Indexing ${formatThings(files.length, 'file')}`, share: shareOf(done, total) });
    },
  });
  const failed = ended.files.find(({ status }) => status === 'failed');
  if (failed !== undefined)
    throw new Error(`${failed.filename} failed: ${failed.error_message ?? ended.status}`);
}
