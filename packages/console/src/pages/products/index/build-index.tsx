import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { Confirm } from '../../../parts/confirm';
import { formatCount } from '../../../parts/format';
import { indexPath } from '../index-path';

/** Button that builds an index, then opens the page of the build. */
export function BuildIndex({
  index,
  label = 'Build',
}: {
  index: components['schemas']['ProductIndex'];
  label?: string;
}) {
  const sheaf = useSheaf();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { name, records } = index;
  return (
    <Confirm
      label={label}
      look="primary"
      title={`Build ${name}`}
      confirmLabel="Build"
      disabled={index.running_job !== null}
      consequence={
        <p>
          All records, {formatCount(records.served)} served and {formatCount(records.staged)} staged, become a
          new searchable copy by the settings of now. It is served once it has passed its checks; until then
          what is served stays.
        </p>
      }
      act={async () => {
        const { job } = await sheaf.post('/v1/indexes/{index}/build', { params: { path: { index: name } } });
        await queryClient.invalidateQueries({ queryKey: ['product-index', name] });
        await queryClient.invalidateQueries({ queryKey: ['product-jobs'] });
        void navigate(`${indexPath(name, 'builds')}?job=${encodeURIComponent(job.id)}`);
      }}
    />
  );
}
