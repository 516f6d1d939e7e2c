import { eventDelayMsMax } from '../../../src/domain/products/limits';
import { type ExperimentReport } from '../../../src/product-search';

/** P-value below which the split itself is suspect (Fabijan et al. 2019). */
const suspectBelow = 0.001;

/** @param window days of the report */
export function presentExperiment(
  layer: string,
  { from, to }: { from: Date; to: Date },
  { groups, sampleRatio }: ExperimentReport,
) {
  const { expected, observed, shoppers, pValue } = sampleRatio;
  return {
    layer,
    from: from.getTime(),
    to: to.getTime(),
    groups: groups.map(({ name, assigned, isControl, searches, shoppers: users, ...figures }) => ({
      name,
      index: assigned?.index ?? null,
      share: assigned?.share ?? null,
      control: isControl,
      searches,
      users,
      zero_result_rate: figures.emptyRate,
      view_rate: figures.rates.view,
      click_through_rate: figures.rates.click,
      conversion_rate: figures.rates.conversion,
      mean_click_position: figures.clickPosition,
      conversion_value: figures.value,
    })),
    sample_ratio: {
      expected,
      observed,
      users: shoppers,
      p_value: pValue,
      flagged: pValue !== null && pValue < suspectBelow,
    },
    complete: to.getTime() + eventDelayMsMax < Date.now(),
  };
}
