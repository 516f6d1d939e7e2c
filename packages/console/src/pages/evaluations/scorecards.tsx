import { type components } from 'sheaf-client';
import { formatCount, formatMilliseconds, formatScore, formatShare } from '../../parts/format';

type Card = components['schemas']['EvaluationScorecard'];

const measures: readonly { name: string; text: (card: Card) => string }[] = [
  { name: 'Recall at 1', text: (card) => orDash(card.recall_at_1, formatShare) },
  { name: 'at 3', text: (card) => orDash(card.recall_at_3, formatShare) },
  { name: 'at 10', text: (card) => orDash(card.recall_at_10, formatShare) },
  { name: 'MRR', text: (card) => orDash(card.mrr, formatScore) },
  { name: 'nDCG at 10', text: (card) => orDash(card.ndcg_at_10, formatScore) },
  { name: 'p50', text: (card) => orDash(card.latency_p50_ms, formatMilliseconds) },
  { name: 'p95', text: (card) => orDash(card.latency_p95_ms, formatMilliseconds) },
  { name: 'Scored', text: (card) => formatCount(card.scored) },
  { name: 'Failed', text: (card) => formatCount(card.failed) },
  { name: 'Not asked', text: (card) => formatCount(card.error) },
];

/** Table of the scores of all configurations. */
export function Scorecards({ cards }: { cards: Readonly<Record<string, Card>> }) {
  return (
    <div className="plain-table">
      <table>
        <caption>Scores</caption>
        <thead>
          <tr>
            <th scope="col">Configuration</th>
            {measures.map(({ name }) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(cards).map(([config, card]) => (
            <tr key={config}>
              <th scope="row">{config}</th>
              {measures.map(({ name, text }) => (
                <td key={name} className="number">
                  {text(card)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const orDash = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);
