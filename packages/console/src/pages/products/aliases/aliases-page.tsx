import { useState } from 'react';
import { Link } from 'react-router';
import { useSheaf } from '../../../data/data-provider';
import { isForbidden } from '../../../data/refusals';
import { usePaged } from '../../../data/use-paged';
import { Page } from '../../../layout/page';
import { EpochMoment } from '../../../parts/epoch-moment';
import { Fault } from '../../../parts/fault';
import { type Column, Table } from '../../../parts/table';
import { indexPath } from '../index-path';
import { type Alias, aliasesKey } from './alias';
import { AliasCard } from './alias-card';
import { PointAlias } from './point-alias';
import './aliases.css';

const pageSize = 100;
const refetchMs = 5_000;

/** Page with the aliases of product search, sorted by name. */
export function AliasesPage() {
  const sheaf = useSheaf();
  const [chosen, setChosen] = useState<string | null>(null);
  const aliases = usePaged<Alias, string>({
    key: aliasesKey,
    first: '',
    refetchMs,
    async read(cursor, signal) {
      const query = { limit: pageSize, ...(cursor !== '' && { cursor }) };
      const page = await sheaf.get('/v1/aliases', { params: { query }, signal });
      return { rows: page.aliases, next: page.next_cursor ?? undefined };
    },
  });
  const { error, rows } = aliases;
  const lacksRight = isForbidden(error);
  const shown = rows.find(({ alias }) => alias === chosen);
  return (
    <Page title="Aliases" actions={!lacksRight && <PointAlias />}>
      <p className="hint">
        An alias is a second name of an index, by which searches and reads of records find it.
      </p>
      {error !== null && (
        <Fault error={error} {...(!lacksRight && { retry: () => void aliases.refetch() })} />
      )}
      {aliases.isPending && <p role="status">Reading the aliases…</p>}
      {aliases.data !== undefined && (
        <Table
          label="Aliases"
          columns={columnsOf(setChosen, chosen)}
          rows={rows}
          rowKey={({ alias }) => alias}
          more={aliases.more}
          empty="There is no alias yet. With one, an index can be exchanged for another without a change in the shop."
        />
      )}
      {shown !== undefined && <AliasCard key={shown.alias} alias={shown} />}
    </Page>
  );
}

const columnsOf = (
  choose: (alias: string | null) => void,
  chosen: string | null,
): readonly Column<Alias>[] => [
  {
    name: 'Alias',
    cell: ({ alias }) => (
      <button
        type="button"
        className="link"
        aria-expanded={alias === chosen}
        onClick={() => {
          choose(alias === chosen ? null : alias);
        }}
      >
        {alias}
      </button>
    ),
  },
  { name: 'Index', cell: ({ index }) => <Link to={indexPath(index)}>{index}</Link> },
  { name: 'Changed', width: '9rem', cell: ({ updated_at: at }) => <EpochMoment at={at} /> },
];
