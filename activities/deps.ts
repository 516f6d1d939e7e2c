import { type BlobStore } from '../src/blobs/blob-store';
import { type Tenant } from '../src/domain/tenancy';
import { type ParseOptions } from '../src/domain/parse-job';
import { type Describer } from '../src/models';
import { type GuardedClient } from '../src/net';
import { type ParseRequest, type SpreadsheetParser } from '../src/parsing';
import { type Stores } from '../src/stores';
import { type DocumentWrites } from '../src/stores/document-writes';

/** Runs of parse jobs as the sweep sees them; `src/jobs.ts` has the real ones. */
export interface ParseRuns {
  startParseJob(job: Tenant & { jobId: string; options: ParseOptions }): Promise<'running' | 'closed'>;
  describeParseJob(jobId: string): Promise<'running' | 'closed' | 'missing'>;
}

/** Everything that activities are made from. */
export interface ActivityDeps extends Pick<
  Stores,
  'parseJobs' | 'parseJobEndings' | 'uploads' | 'credits' | 'capacity'
> {
  blobs: BlobStore;
  documentWrites: DocumentWrites;
  outbound: GuardedClient;
  parser: SpreadsheetParser;
  describer: Describer;
  runs: ParseRuns;
  /** How links to images are signed. */
  assetUrls: Pick<ParseRequest['assetUrls'], 'baseUrl' | 'signingKey'>;
  /** Local folder for files that live no longer than an attempt. */
  scratchFolder: string;
}
