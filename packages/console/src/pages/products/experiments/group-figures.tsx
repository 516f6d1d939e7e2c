import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount, formatNumber, formatShare } from '../../../parts/format';
import { Interval } from '../../../parts/interval';
import { indexPath } from '../index-path';
import { type Estimate, type Group, type Measure, measures } from './measures';

/** Table of the groups: the index of each, its counts, and its figures with intervals. */
export function GroupFigures({ groups }: { groups: readonly Group[] }) {
  return (
    <div className="plain-table" role="region" aria-label="Figures of the groups" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {groups.map(({ name, control }) => (
              <th key={name} scope="col" className="number">
                {name}
                {control && name !== 'control' && ' (control)'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {groups.map((group) => (
                <td key={group.name} className="number">
                  {of(group)}
                </td>
              ))}
            </tr>
          ))}
          {measures.map((measure) => (
            <MeasureRow key={measure.name} measure={measure} groups={groups} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const facts: readonly { name: string; of: (group: Group) => ReactNode }[] = [
  {
    name: 'Served by',
    of: ({ index, share }) => {
      if (index !== null) return <Link to={indexPath(index)}>{index}</Link>;
      return share === null ? '–' : 'the index itself';
    },
  },
  { name: 'Share', of: ({ share }) => (share === null ? 'no longer a group' : formatShare(share)) },
  { name: 'Shoppers', of: ({ users }) => formatCount(users) },
  { name: 'Searches', of: ({ searches }) => formatCount(searches) },
  { name: 'Sum of conversions', of: ({ conversion_value: value }) => formatNumber(value) },
];

function MeasureRow({ measure, groups }: { measure: Measure; groups: readonly Group[] }) {
  const ends = groups.flatMap((group) => {
    const difference = measure.of(group)?.difference;
    return [difference?.low ?? 0, difference?.high ?? 0].map(Math.abs);
  });
  const bound = Math.max(0.01, ...ends);
  return (
    <tr>
      <th scope="row">{measure.name}</th>
      {groups.map((group) => (
        <td key={group.name} className="number">
          <EstimateCell measure={measure} estimate={measure.of(group)} bound={bound} />
        </td>
      ))}
    </tr>
  );
}

function EstimateCell(props: { measure: Measure; estimate: Estimate | null; bound: number }) {
  const { measure, estimate, bound } = props;
  if (estimate === null) return '–';
  const { value, low, high, difference } = estimate;
  const { text, differenceText } = measure;
  return (
    <>
      {text(value)}{' '}
      {low !== null && high !== null && (
        <span className="hint">
          {text(low)} to {text(high)}
        </span>
      )}
      {difference !== null && (
        <div>
          {differenceText(difference.value)}{' '}
          {difference.low !== null && difference.high !== null && (
            <>
              <span className="hint">
                {differenceText(difference.low)} to {differenceText(difference.high)}
              </span>
              <br />
              <Interval low={difference.low} high={difference.high} value={difference.value} bound={bound} />
            </>
          )}
        </div>
      )}
    </>
  );
}
