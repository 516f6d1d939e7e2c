import { useParams } from 'react-router';
import { Page } from '../../layout/page';
import { ProductJobView } from '../products/jobs/product-job-view';
import '../products/products.css';

export function ProductJobPage() {
  const { job = '' } = useParams();
  return (
    <Page title={`Job ${job}`}>
      <ProductJobView jobId={job} />
    </Page>
  );
}
