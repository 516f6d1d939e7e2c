import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type components } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { Confirm } from '../../../parts/confirm';
import { formatCount } from '../../../parts/format';
import { Tick } from '../../../parts/tick';
import { BuildIndex } from './build-index';
import { CopyIndex } from './copy-index';

/** Buttons to build, copy and delete an index. */
export function IndexActions({ index }: { index: components['schemas']['ProductIndex'] }) {
  const sheaf = useSheaf();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [detaches, setDetaches] = useState(false);
  const { name, records, aliases } = index;
  const params = { path: { index: name } };
  return (
    <>
      <BuildIndex index={index} />
      <CopyIndex name={name} />
      <Confirm
        label="Delete"
        title={`Delete ${name}`}
        confirmLabel={`Delete index ${name}`}
        name={name}
        consequence={
          <>
            <p>
              The index goes for good, with {formatCount(records.served + records.staged)} records, its builds
              and its settings. A build that runs is ended.
            </p>
            {aliases.length > 0 && (
              <Tick
                label={`Remove its aliases too (${aliases.join(', ')}); without this the service refuses`}
                checked={detaches}
                onChange={setDetaches}
              />
            )}
          </>
        }
        act={async () => {
          await sheaf.delete('/v1/indexes/{index}', {
            params: { ...params, ...(detaches && { query: { aliases: 'detach' as const } }) },
          });
          await queryClient.invalidateQueries({ queryKey: ['product-indexes'] });
          void navigate('/products/indexes');
        }}
      />
    </>
  );
}
