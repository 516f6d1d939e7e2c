import { formatNumber } from '../../../parts/format';
import { isHttps } from './record-faces';

/** The members of a record by name; nested ones as JSON. */
export function RecordFields({ members }: { members: readonly [string, unknown][] }) {
  return (
    <dl className="facts record-fields">
      {members.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <MemberValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function MemberValue({ value }: { value: unknown }) {
  if (value === null || value === '') return '–';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string')
    return isHttps(value) ? (
      <a href={value} target="_blank" rel="noreferrer">
        {value}
      </a>
    ) : (
      value
    );
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return <code>{JSON.stringify(value)}</code>;
}
