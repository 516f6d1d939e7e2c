import { Client } from '@elastic/elasticsearch';
import { createDocumentWrites } from '../../../src/stores/documents/document-writes';
import { createJobRemovalStore } from '../../../src/stores/documents/index-jobs/job-removals';
import { createSearchIndex } from '../../../src/stores/documents/search-index';
import { connectMongo } from '../../../src/stores/mongo/mongo';

/** Work of this program, as JSON in its first argument. */
export interface TakeAwayWork {
  mongoUrl: string;
  elasticsearchUrl: string;
  kind: 'remove' | 'archive' | 'roll_back';
  collectionId: string;
  jobId: string;
  syncId: string;
  identities: string[];
}

/** Takes files away one after the other, or brings them back, and says so before each. */
async function run(): Promise<void> {
  const { mongoUrl, elasticsearchUrl, kind, ...removal } = JSON.parse(process.argv[2]!) as TakeAwayWork;
  const mongo = await connectMongo(mongoUrl, 'test');
  const client = new Client({ node: elasticsearchUrl });
  const writes = createDocumentWrites({ db: mongo.db, search: createSearchIndex(client) });
  const say = (text: string) => process.stdout.write(`${text}\n`);
  if (kind === 'roll_back') {
    const removalIds = await createJobRemovalStore(mongo.db).after(removal.jobId, null, 1_000);
    for (const removalId of removalIds) {
      say(removalId);
      await writes.rollBackRemoval(removalId);
    }
  } else {
    for (let at = 0; at < removal.identities.length; at += 3) {
      const identities = removal.identities.slice(at, at + 3);
      say(identities.join(' '));
      await writes.removeForJob({ ...removal, identities, mode: kind });
    }
  }
  await client.close();
  await mongo.close();
}

void run();
