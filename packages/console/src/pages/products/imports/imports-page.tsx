import { Page } from '../../../layout/page';
import { useAddressFields } from '../../../data/use-address-fields';
import { ProductJobList } from '../jobs/product-job-list';
import { ProductJobView } from '../jobs/product-job-view';
import { StartImport } from './start-import';
import '../products.css';

/** Page with the imports, newest first, each with its stages and report. */
export function ImportsPage() {
  const [{ job }, , changeOf] = useAddressFields(['job']);
  const choose = changeOf('job');
  return (
    <Page title="Imports" actions={<StartImport onStart={choose} />}>
      <p className="hint">
        An import takes over records and settings of an index of another provider. Nothing of it is searched
        before the build that follows has passed its checks.
      </p>
      {job !== '' && <ProductJobView key={job} jobId={job} />}
      <ProductJobList only="index.import" onChoose={choose} />
    </Page>
  );
}
