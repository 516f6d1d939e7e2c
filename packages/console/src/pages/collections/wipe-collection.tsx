import { useQueryClient } from '@tanstack/react-query';
import { useSheaf } from '../../data/data-provider';
import { Confirm } from '../../parts/confirm';
import { formatThings } from '../../parts/format';

/** Button that removes every document of a collection. */
export function WipeCollection({ name, documentCount }: { name: string; documentCount: number }) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  return (
    <Confirm
      label="Wipe"
      title={`Remove every document of ${name}?`}
      confirmLabel={`Remove ${formatThings(documentCount, 'document')} of ${name}`}
      name={name}
      disabled={documentCount === 0}
      consequence={
        <p>
          The collection loses {formatThings(documentCount, 'document')}, with all chunks, metadata and the
          relations that start in them. This cannot be undone. The collection stays, and copies of it are not
          touched.
        </p>
      }
      act={async () => {
        await sheaf.delete('/v2/collections/{collection_name}/documents', {
          params: { path: { collection_name: name } },
        });
        await queries.invalidateQueries();
      }}
    />
  );
}
