import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useSheaf } from '../../../data/data-provider';
import { isHidden } from '../../../data/refusals';
import { Page } from '../../../layout/page';
import { CopyId } from '../../../parts/copy-id';
import { Fault } from '../../../parts/fault';
import { KeyActions } from './key-actions';
import { KeyFacts } from './key-facts';
import { keyKey } from './product-key';

/** Page of a key of product search: its bounds and actions. */
export function KeyPage() {
  const { key: id = '' } = useParams();
  const sheaf = useSheaf();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keyKey(id),
    queryFn: ({ signal }) => sheaf.get('/v1/keys/{key_id}', { params: { path: { key_id: id } }, signal }),
    refetchOnWindowFocus: false,
  });
  const isLasting = isHidden(error);
  return (
    <Page
      title={data?.name ?? `Key ${id}`}
      actions={data !== undefined && !isLasting && <KeyActions key={id} productKey={data} />}
    >
      <p>
        <Link to="/products/keys">All keys</Link> ·{' '}
        <Link to={`/products/audit?key_id=${encodeURIComponent(id)}`}>What it was used for</Link>
      </p>
      {isPending && <p role="status">Reading the key…</p>}
      {error !== null && <Fault error={error} {...(!isLasting && { retry: () => void refetch() })} />}
      {data !== undefined && !isLasting && (
        <>
          <p className="hint">
            <CopyId id={id} />
          </p>
          <KeyFacts productKey={data} />
        </>
      )}
    </Page>
  );
}
