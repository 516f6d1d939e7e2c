import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSheaf } from '../../../data/data-provider';
import { useAddressFields } from '../../../data/use-address-fields';
import { Confirm } from '../../../parts/confirm';
import { useIndex } from '../index/index-scope';
import { ProductJobList } from '../jobs/product-job-list';
import { ProductJobView } from '../jobs/product-job-view';

/** Tab with the jobs of an index, their stages and checks, and the rollback to the former build. */
export function BuildsTab() {
  const { name, running_job: running, build } = useIndex();
  const sheaf = useSheaf();
  const queryClient = useQueryClient();
  const [{ job: chosen }, choose] = useAddressFields(['job']);
  // A job that was seen running stays selected after its end.
  const [seen, setSeen] = useState(running);
  if (running !== null && running !== seen) setSeen(running);
  const shown = chosen === '' ? seen : chosen;
  return (
    <div className="stack">
      <div className="actions">
        <Confirm
          label="Roll back"
          title={`Serve the former build of ${name} again`}
          confirmLabel="Put the former build back"
          disabled={build === null || running !== null}
          consequence={
            <p>
              The build that was served before the present one is served again, with all live writes since.
              Records that the present build has taken from uploads are staged again. Settings stay as they
              are.
            </p>
          }
          act={async () => {
            const { job } = await sheaf.post('/v1/indexes/{index}/rollback', {
              params: { path: { index: name } },
            });
            choose({ job: job.id });
            await queryClient.invalidateQueries({ queryKey: ['product-index', name] });
            await queryClient.invalidateQueries({ queryKey: ['product-jobs'] });
          }}
        />
        {running !== null && shown !== running && (
          <button
            type="button"
            onClick={() => {
              choose({ job: running });
            }}
          >
            Show the job that runs
          </button>
        )}
      </div>
      {shown !== null && <ProductJobView key={shown} jobId={shown} />}
      <h2>All jobs of the index</h2>
      <ProductJobList
        index={name}
        onChoose={(job) => {
          choose({ job });
        }}
      />
    </div>
  );
}
