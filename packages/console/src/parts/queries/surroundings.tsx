import { type QueryResult } from './asked';

/** The chunks around a result, and related ones, when the answer has them. */
export function Surroundings({ result }: { result: QueryResult }) {
  const { neighboring_chunks: near, related_chunks: related = [] } = result;
  const before = near?.preceding ?? [near?.before ?? null].filter((chunk) => chunk !== null);
  const after = near?.following ?? [near?.after ?? null].filter((chunk) => chunk !== null);
  const all = [
    ...before.map((chunk) => ({ ...chunk, role: 'before' })),
    ...after.map((chunk) => ({ ...chunk, role: 'after' })),
    ...related.map((chunk) => ({ ...chunk, role: chunk.relation_type })),
  ];
  if (all.length === 0) return null;
  return (
    <details>
      <summary>Chunks around it</summary>
      <ul className="around">
        {all.map(({ role, chunk_id: id, text }) => (
          <li key={`${role} ${id}`}>
            <span className="hint">
              {role} <code>{id}</code>
            </span>
            <p className="long">{text}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
