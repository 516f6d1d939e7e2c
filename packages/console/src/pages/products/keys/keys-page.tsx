import { useSheaf } from '../../../data/data-provider';
import { isForbidden } from '../../../data/refusals';
import { usePaged } from '../../../data/use-paged';
import { Page } from '../../../layout/page';
import { Fault } from '../../../parts/fault';
import { Table } from '../../../parts/table';
import { emptyKeyDraft } from './key-draft';
import { keyColumns } from './key-columns';
import { MakeKey } from './make-key';
import { keysKey, type ProductKey } from './product-key';

const pageSize = 100;

/** Page with the keys of product search in the environment of the session, oldest first. */
export function KeysPage() {
  const sheaf = useSheaf();
  const keys = usePaged<ProductKey, string>({
    key: [...keysKey, 'list'],
    first: '',
    // The audit log records every read of keys.
    isReadOnDemand: true,
    async read(cursor, signal) {
      const query = { limit: pageSize, ...(cursor !== '' && { cursor }) };
      const page = await sheaf.get('/v1/keys', { params: { query }, signal });
      return { rows: page.keys, next: page.next_cursor ?? undefined };
    },
  });
  const { error } = keys;
  const lacksRight = isForbidden(error);
  return (
    <Page
      title="Product keys"
      actions={
        !lacksRight && (
          <MakeKey label="Create a key" title="Create a key" className="primary" initial={emptyKeyDraft} />
        )
      }
    >
      <p className="hint">Keys of product search. Their texts are not kept, so they cannot be shown again.</p>
      {error !== null && <Fault error={error} {...(!lacksRight && { retry: () => void keys.refetch() })} />}
      {keys.isPending && <p role="status">Reading the keys…</p>}
      {keys.data !== undefined && (
        <Table
          label="Product keys"
          columns={keyColumns}
          rows={keys.rows}
          rowKey={({ id }) => id}
          more={keys.more}
          empty="There is no key of product search yet. Create one for each shop, server and person that searches or writes."
        />
      )}
    </Page>
  );
}
