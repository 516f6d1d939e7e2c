import { type components } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { Confirm } from '../../../parts/confirm';
import { formatCount } from '../../../parts/format';

/** Button that removes every record of an index. */
export function RemoveRecords(props: {
  index: components['schemas']['ProductIndex'];
  refresh: () => Promise<void>;
}) {
  const { index, refresh } = props;
  const { name } = index;
  const sheaf = useSheaf();
  return (
    <p>
      <Confirm
        label="Remove all records"
        title={`Remove all records of ${name}`}
        confirmLabel={`Remove all records of ${name}`}
        name={name}
        consequence={
          <p>
            {formatCount(index.records.served)} served and {formatCount(index.records.staged)} staged records
            go. Searches find nothing from then on. The settings stay.
          </p>
        }
        act={async () => {
          await sheaf.delete('/v1/indexes/{index}/records', { params: { path: { index: name } } });
          await refresh();
        }}
      />
    </p>
  );
}
