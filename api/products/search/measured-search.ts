import { type Metrics } from '../../../src/metrics';
import { type Caller } from '../../../src/domain/platform/caller';
import { unansweredAs } from '../../http/unanswered';
import { products } from '../family';

type Search<Asked, Answered> = (
  caller: Caller,
  index: string,
  asked: Asked,
  signal: AbortSignal,
) => Promise<Answered>;

/** Searches whose outcome and duration are measured. */
export type MeasureSearch = <Asked, Answered extends { totalMs: number }>(
  mode: 'search' | 'browse' | 'typeahead' | 'suggestions',
  search: Search<Asked, Answered>,
  engineMsOf: (answered: Answered) => number,
) => Search<Asked, Answered>;

/** Creates the function that has searches of product search measured. */
export function createMeasureSearch(metrics: Metrics): MeasureSearch {
  return (mode, search, engineMsOf) => async (caller, index, asked, signal) => {
    const labels = { product: 'products', mode };
    try {
      const answered = await search(caller, index, asked, signal);
      metrics.count('queries', { ...labels, outcome: 'answered' });
      metrics.observeMs('querySeconds', labels, answered.totalMs);
      metrics.observeMs('queryStageSeconds', { ...labels, stage: 'engine' }, engineMsOf(answered));
      return answered;
    } catch (error) {
      metrics.count('queries', { ...labels, outcome: unansweredAs(error, products, signal) });
      throw error;
    }
  };
}
