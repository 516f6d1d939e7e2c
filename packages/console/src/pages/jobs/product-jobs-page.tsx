import { Page } from '../../layout/page';
import { ProductJobList } from '../products/jobs/product-job-list';
import { JobTabs } from './job-tabs';

export function ProductJobsPage() {
  return (
    <Page title="Product jobs">
      <JobTabs />
      <ProductJobList />
    </Page>
  );
}
