import { type components } from 'sheaf-client';
import { formatCount } from '../../../parts/format';

type SearchHit = components['schemas']['ProductSearchAnswer']['hits'][number];

/** A hit: its members, the explanation of its rank, and further records of its group. */
export function Hit({ hit }: { hit: SearchHit }) {
  const { _explain: explain, _group: group } = hit;
  const members = Object.entries(hit).filter(([name]) => !name.startsWith('_') && name !== 'id');
  return (
    <li className="card hit">
      <h2>{titleOf(hit)}</h2>
      <p className="hint">
        <code>{hit.id}</code> · score {formatCount(hit._score)}
        {hit._matched.fields.length > 0 && ` · found in ${hit._matched.fields.join(', ')}`}
        {hit._partial === true &&
          (hit._by === 'meaning' ? ' · near in meaning' : ' · lacks words of the query')}
      </p>
      {explain !== undefined && <p>{explain.summary}</p>}
      {explain !== undefined && explain.matches.length > 0 && (
        <details>
          <summary>Words that were found</summary>
          <ul>
            {explain.matches.map(({ word, found, field, tier, kind, typos }) => (
              <li key={`${word} ${found} ${field}`}>
                “{word}” as “{found}” in <code>{field}</code> ({tier}), {kind}
                {typos > 0 && `, typos: ${typos}`}
              </li>
            ))}
          </ul>
        </details>
      )}
      {group != null && (
        <details>
          <summary>
            {group.value ?? 'no value'}: {formatCount(group.total)} records of the group
          </summary>
          <ul>
            {group.hits.map((other) => (
              <li key={other.id}>
                <code>{other.id}</code> {titleOf(other)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>The record</summary>
        <pre>{JSON.stringify(Object.fromEntries(members), null, 2)}</pre>
      </details>
    </li>
  );
}

/** Title of the record: the first member with a usual name for titles, otherwise its id. */
function titleOf(hit: { id: string } & Record<string, unknown>): string {
  const title = [hit.title, hit.name].find((value) => typeof value === 'string' && value !== '');
  return typeof title === 'string' ? title : hit.id;
}
