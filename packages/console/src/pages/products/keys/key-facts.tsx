import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { EpochMoment } from '../../../parts/epoch-moment';
import { formatCount } from '../../../parts/format';
import { keyPath, type ProductKey } from './product-key';

/** Permissions, bounds and origin of a key. */
export function KeyFacts({ productKey: key }: { productKey: ProductKey }) {
  const inherited = key.type === 'scoped' ? 'as its parent has it' : null;
  const facts: [string, ReactNode][] = [
    ['Type', key.type],
    ['Derives from', key.parent === null ? 'no other key' : <KeyLink keyId={key.parent} />],
    ['Permissions', key.permissions.join(', ')],
    ['Indexes', listText(key.indexes, inherited ?? 'every one')],
    ['Principals', listText(key.principals, inherited ?? 'none')],
    ['Tenant', key.tenant ?? inherited ?? 'none'],
    ['Filter', key.filter === null ? 'none of its own' : <code>{key.filter}</code>],
    ['Origins of browsers', listText(key.allowed_origins, inherited ?? 'any')],
    ['Facets', listText(key.facets, inherited ?? 'all')],
    ['Hidden fields', listText(key.hidden_fields, inherited ?? 'none')],
    ['Visible fields', listText(key.visible_fields, inherited ?? 'all')],
    ['Requests a second', rateText(key.rate_limit_per_second)],
    ['Ends', key.expires_at === null ? 'never by itself' : <EpochMoment at={key.expires_at} />],
    [
      'Made by',
      key.issued_by_service ? 'an operator; it cannot be changed here' : <Maker productKey={key} />,
    ],
    ['Created', <EpochMoment key="created" at={key.created_at} />],
    ['Last used', key.last_used_at === null ? 'not yet' : <EpochMoment at={key.last_used_at} />],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const listText = (values: readonly string[] | null, unbounded: string): string =>
  values === null ? unbounded : values.join(', ') || 'none';

const rateText = (rate: number | null): string =>
  rate === null ? 'the limit of each route' : formatCount(rate);

function Maker({ productKey: { created_by: maker } }: { productKey: ProductKey }) {
  return maker === null ? '–' : <code>{maker}</code>;
}

function KeyLink({ keyId }: { keyId: string }) {
  return (
    <Link to={keyPath(keyId)}>
      <code>{keyId}</code>
    </Link>
  );
}
