/** Due deliveries of an endpoint up to which each has the full weight. */
const fullWeightDueMax = 20;
/** Least share of the full weight that a new delivery gets. */
const weightMin = 0.05;
/** Due deliveries from which the weight stays at {@link weightMin}. */
export const weighedDueMax = Math.ceil(fullWeightDueMax / Math.sqrt(weightMin));

/**
 * Weight of a new delivery's run in Temporal's fair queue, in (0, 1]. The requests to one endpoint are
 * bounded, so that runs at the end of a long line only wait. The weight falls with the square of the line's
 * length, which lets endpoints with short lines go first. The endpoints of an organization share its weight:
 * more endpoints do not bring it more turns.
 *
 * @param due deliveries to its endpoint that are under way or due, itself included
 * @param busyEndpoints endpoints of its organization that have such deliveries, its own included
 */
export function deliveryWeight(due: number, busyEndpoints: number): number {
  const inLine = Math.max(weightMin, Math.min(1, (fullWeightDueMax / Math.max(1, due)) ** 2));
  return inLine / Math.max(1, busyEndpoints);
}
