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
              <th scope="col">Column</th>
              <th scope="col" className="number">
                Least
              </th>
              <th scope="col" className="number">
                Greatest
              </th>
              <th scope="col" className="number">
                Sum
              </th>
              <th scope="col" className="number">
                Values
              </th>
            </tr>
          </thead>
          <tbody>
            {columns.map((facts) => (
              <tr key={facts.column}>
                <th scope="row">
                  {facts.column}{' '}
                  <span className="hint">
                    {facts.header} ({facts.type}
                    {facts.unit !== undefined && `, ${facts.unit}`})
                  </span>
                </th>
                {facts.distinct === undefined ? (
                  <>
                    <td className="number">{show(facts.min)}</td>
                    <td className="number">{show(facts.max)}</td>
                    <td className="number">{show(facts.sum)}</td>
                  </>
                ) : (
                  <td colSpan={3}>{formatCount(facts.distinct)} different</td>
                )}
                <td title={countsOf(facts)} className="number">
                  {formatCount(facts.non_empty)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
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
