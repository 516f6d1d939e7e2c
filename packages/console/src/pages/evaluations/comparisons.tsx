import { type components } from 'sheaf-client';
import { formatCount, formatScore, formatShare } from '../../parts/format';
import { Interval } from '../../parts/interval';

type Comparison = components['schemas']['EvaluationComparison'];

const columns = ['Questions', 'Only the first', 'Only the second', 'Difference', '95 % interval', 'p'];

/** Table of the pairwise comparisons of configurations. */
export function Comparisons({ comparisons }: { comparisons: readonly Comparison[] }) {
  const bound = Math.max(0.05, ...comparisons.flatMap(({ ci95 }) => ends(ci95).map(Math.abs)));
  return (
    <div className="plain-table">
      <table>
        <caption>Paired differences in the share of questions that found an expected document</caption>
        <thead>
          <tr>
            <th scope="col">Pair</th>
            {columns.map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
            <th scope="col">Interval around zero</th>
          </tr>
        </thead>
        <tbody>
          {comparisons.map((pair) => (
            <PairRow key={`${pair.a} ${pair.b}`} pair={pair} bound={bound} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PairRow({ pair, bound }: { pair: Comparison; bound: number }) {
  const { a, b, questions, a_only: onlyA, b_only: onlyB, difference, ci95, p_value: p } = pair;
  const [low, high] = ends(ci95);
  return (
    <tr>
      <th scope="row">
        {a} → {b}
      </th>
      <td className="number">{formatCount(questions)}</td>
      <td className="number">{formatCount(onlyA)}</td>
      <td className="number">{formatCount(onlyB)}</td>
      <td className="number">{difference === null ? '–' : formatShare(difference)}</td>
      <td className="number">
        {low === undefined || high === undefined ? '–' : `${formatShare(low)} to ${formatShare(high)}`}
      </td>
      <td className="number">{formatScore(p)}</td>
      <td>
        {low !== undefined && high !== undefined && difference !== null && (
          <Interval low={low} high={high} value={difference} bound={bound} />
        )}
      </td>
    </tr>
  );
}

const ends = (interval: readonly number[] | null): readonly number[] => interval ?? [];
