import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useParams } from 'react-router';
import { useSheaf } from '../../../data/data-provider';
import { Page } from '../../../layout/page';
import { Fault } from '../../../parts/fault';
import { Tabs } from '../../../parts/tabs';
import { indexPath } from '../index-path';
import { IndexActions } from './index-actions';
import { IndexFacts } from './index-facts';
import { type IndexScope } from './index-scope';
import '../products.css';

const refetchMs = 3_000;
const parts = [
  ['fields', 'Fields'],
  ['settings', 'Settings'],
  ['records', 'Records'],
  ['builds', 'Builds'],
  ['search', 'Search'],
  ['experiments', 'Experiments'],
  ['audit', 'Audit log'],
] as const;

/** Frame of the pages of one index: its state, its actions, and links to its parts. */
export function IndexPage() {
  const { index: name = '' } = useParams();
  const { pathname } = useLocation();
  const sheaf = useSheaf();
  const index = useQuery({
    queryKey: ['product-index', name],
    queryFn: ({ signal }) => sheaf.get('/v1/indexes/{index}', { params: { path: { index: name } }, signal }),
    refetchInterval: refetchMs,
  });
  return (
    <Page title={name} actions={index.data !== undefined && <IndexActions index={index.data} />}>
      {index.error !== null && <Fault error={index.error} retry={() => void index.refetch()} />}
      {index.data !== undefined && <IndexFacts index={index.data} />}
      <Tabs
        label="Parts of the index"
        tabs={parts.map(([part, label]) => ({ to: indexPath(name, part), name: label }))}
      />
      <section
        className="page-part"
        tabIndex={-1}
        aria-label={parts.find(([part]) => pathname.endsWith(`/${part}`))?.[1]}
      >
        {index.data !== undefined && <Outlet context={{ index: index.data } satisfies IndexScope} />}
      </section>
    </Page>
  );
}
