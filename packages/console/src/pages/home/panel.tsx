import { type UseQueryResult } from '@tanstack/react-query';
import { isForbidden } from '../../data/refusals';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Fault } from '../../parts/fault';

/**
 * Part of the start page with a link to its page. Panels fail independently: a key without a right still sees
 * the others. Data stays while the service is unavailable.
 */
export function Panel<Data>(props: {
  title: string;
  to: string;
  linkName: string;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { title, to, linkName, query, children } = props;
  const headingId = useId();
  const { data, error } = query;
  const lacksRight = isForbidden(error);
  return (
    <section
      className="card panel"
      aria-labelledby={headingId}
      aria-busy={data === undefined && query.isFetching}
    >
      <header>
        <h2 id={headingId}>{title}</h2>
        {!lacksRight && (
          <Link to={to} aria-label={`${title}: ${linkName}`}>
            {linkName}
          </Link>
        )}
      </header>
      {lacksRight && <p className="hint">This key may not see it: {error.message}</p>}
      {!lacksRight && data !== undefined && children(data)}
      {!lacksRight && data === undefined && error !== null && (
        <Fault error={error} retry={() => void query.refetch()} />
      )}
      {data === undefined && error === null && <p className="hint">Reading</p>}
    </section>
  );
}
