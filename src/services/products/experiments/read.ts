import { type ProductErrorCode } from '../../../domain/products/errors';
import { type ExperimentReport, gatherFigures, reportExperiment } from '../../../product-search';
import { assignmentOf, type ProductIndexRow } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';

/**
 * Reports a layer that the assignment of an index has, or had within the window. The report includes all
 * counts of this process; counts of other processes are included within a second.
 *
 * @throws Refusal `LAYER_NOT_FOUND`
 */
export async function readExperiment(
  { stores, searchCounter }: Pick<ServiceDeps, 'stores' | 'searchCounter'>,
  index: ProductIndexRow,
  layer: string,
  window: { from: Date; to: Date },
): Promise<ExperimentReport> {
  await searchCounter.flush();
  const assigned = assignmentOf(index)?.layers.find(({ id }) => id === layer);
  const figures = await gatherFigures(stores.experimentDays.read(index._id, layer, window));
  if (assigned === undefined && figures.size === 0) throw new Refusal<ProductErrorCode>('LAYER_NOT_FOUND');
  return reportExperiment(assigned?.groups ?? [], figures);
}
