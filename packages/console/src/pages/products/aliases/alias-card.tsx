import { Link } from 'react-router';
import { useSheaf } from '../../../data/data-provider';
import { Confirm } from '../../../parts/confirm';
import { indexPath } from '../index-path';
import { type Alias, useAliasesChanged } from './alias';
import { PointAlias } from './point-alias';

/** Card of an alias, with its actions. */
export function AliasCard({ alias: { alias, index } }: { alias: Alias }) {
  const sheaf = useSheaf();
  const changed = useAliasesChanged();
  return (
    <section className="card alias" aria-label={`Alias ${alias}`}>
      <h2>{alias}</h2>
      <p>
        Searches and reads of records find <Link to={indexPath(index)}>{index}</Link> by it.
      </p>
      <div className="actions">
        <PointAlias alias={alias} />
        <Confirm
          label="Remove"
          title={`Remove ${alias}`}
          confirmLabel={`Remove alias ${alias}`}
          name={alias}
          consequence={
            <p>
              Searches for {alias} find no index any more. The index {index} stays, with all its records.
            </p>
          }
          act={async () => {
            await sheaf.delete('/v1/aliases/{alias}', { params: { path: { alias } } });
            await changed();
          }}
        />
      </div>
    </section>
  );
}
