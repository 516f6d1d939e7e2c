import { type components } from 'sheaf-client';
import { formatCount, formatNumber, formatThings } from '../../parts/format';

type Facts = components['schemas']['ColumnFacts'];

/** Table of the facts of a chunk's columns, which the parser computed from the cells. */
export function FactsTable({ rowCount, columns }: { rowCount: number; columns: readonly Facts[] }) {
  return (
    <>
      <h3>Verified facts of {formatThings(rowCount, 'row')}</h3>
      <div className="facts-table" tabIndex={0} role="region" aria-label="Verified facts by column">
        <table>
          <thead>
            <tr>
              {['Least', 'Greatest', 'Sum', 'Values'].map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {columns.map((facts) => (
            <ColumnRows key={facts.column} facts={facts} />
          ))}
        </table>
      </div>
    </>
  );
}

/** A column in two rows, so that long numbers fit: its name, then its facts. */
function ColumnRows({ facts }: { facts: Facts }) {
  const { column, header, type, unit, distinct, min, max, sum, non_empty: filled } = facts;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4}>
          {column}{' '}
          <span className="hint">
            {header} ({type}
            {unit !== undefined && `, ${unit}`})
          </span>
        </th>
      </tr>
      <tr aria-label={`Facts of ${column}`}>
        {distinct === undefined ? (
          [min, max, sum].map((value, at) => (
            <td key={at} className="number">
              {show(value)}
            </td>
          ))
        ) : (
          <td colSpan={3} className="number">
            {formatCount(distinct)} different
          </td>
        )}
        <td title={countsOf(facts)} className="number">
          {formatCount(filled)}
        </td>
      </tr>
    </tbody>
  );
}

/**
 * Formats numbers in the browser's language. Dates, and decimals of many digits, stay as the API gives them.
 */
function show(value: number | string | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'number' ? formatNumber(value) : value;
}

const countsOf = ({ counts }: Facts): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${kind} ${formatCount(count)}`)
    .join(', ');
