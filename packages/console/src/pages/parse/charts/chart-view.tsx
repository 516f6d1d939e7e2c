import { formatNumber, formatThings } from '../../../parts/format';
import { ChartDrawing } from './chart-drawing';
import { type Chart } from './read-chart';

/** A chart with its legend, and its values as a table. */
export function ChartView({ chart }: { chart: Chart }) {
  const { type, title, axes, series } = chart;
  const missing = Math.max(...series.map((one) => one.missing));
  return (
    <figure className="chart-view">
      <figcaption>
        <strong>{title ?? type}</strong>{' '}
        <span className="hint">
          {title !== null && type}
          {axes !== null && ` · ${axes}`}
        </span>
      </figcaption>
      <ChartDrawing chart={chart} />
      {series.length > 1 && (
        <ul className="chart-legend">
          {series.map(({ name }, index) => (
            <li key={index}>
              <span className={`swatch s${index % 6}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
      {missing > 0 && (
        <p className="hint">
          The first {formatThings(chart.labels.length, 'point')} of a series are in the result,{' '}
          {formatThings(missing, 'further one', 'further ones')} not.
        </p>
      )}
      <ChartTable chart={chart} />
    </figure>
  );
}

function ChartTable({ chart: { labels, series } }: { chart: Chart }) {
  return (
    <details>
      <summary>Values of the chart</summary>
      <div className="facts-table" tabIndex={0} role="region" aria-label="Values of the chart">
        <table>
          <thead>
            <tr>
              <th scope="col">Label</th>
              {series.map(({ name, cells }, index) => (
                <th key={index} scope="col" className="number" title={cells ?? undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, at) => (
              <tr key={at}>
                <th scope="row">{label}</th>
                {series.map(({ values }, index) => (
                  <td key={index} className="number">
                    {values[at] == null ? '–' : formatNumber(values[at])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
