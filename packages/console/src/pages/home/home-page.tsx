import { Page } from '../../layout/page';
import { failedIndexJobs, runningIndexJobs } from './index-jobs';
import { JobsPanel } from './jobs-panel';
import { failedParseJobs, runningParseJobs } from './parse-jobs';
import { failedProductJobs, runningProductJobs } from './product-jobs';
import { QueriesPanel } from './queries-panel';
import { WebhooksPanel } from './webhooks-panel';
import './home.css';

/** Start page: running jobs, failures of today, queries, and failing webhooks. */
export function HomePage() {
  return (
    <Page title="Home">
      <div className="panels">
        <QueriesPanel />
        <WebhooksPanel />
        <JobsPanel
          title="Indexing now"
          to="/jobs"
          empty="No job runs."
          showsProgress
          read={runningIndexJobs}
        />
        <JobsPanel
          title="Parsing now"
          to="/parse"
          empty="No job runs."
          showsProgress
          read={runningParseJobs}
        />
        <JobsPanel
          title="Product jobs now"
          to="/jobs/products"
          empty="No job runs."
          showsProgress
          read={runningProductJobs}
        />
        <JobsPanel
          title="Indexing that failed today"
          to="/jobs"
          empty="None."
          showsProgress={false}
          read={failedIndexJobs}
        />
        <JobsPanel
          title="Parsing that failed today"
          to="/parse"
          empty="None."
          showsProgress={false}
          read={failedParseJobs}
        />
        <JobsPanel
          title="Product jobs that failed today"
          to="/jobs/products"
          empty="None."
          showsProgress={false}
          read={failedProductJobs}
        />
      </div>
    </Page>
  );
}
