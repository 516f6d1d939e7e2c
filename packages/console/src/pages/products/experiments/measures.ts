import { type components } from 'sheaf-client';
import { formatDifference, formatPoints, formatScore, formatShare } from '../../../parts/format';

/** Counts and figures of one group. */
export type Group = components['schemas']['ProductExperimentGroup'];
/** A figure with its interval, and the difference to the control group. */
export type Estimate = components['schemas']['ProductEstimate'];

/** A figure of groups, with the formats of its values and differences. */
export interface Measure {
  name: string;
  of: (group: Group) => Estimate | null;
  text: (value: number) => string;
  differenceText: (value: number) => string;
}

const rate = (name: string, of: Measure['of']): Measure => ({
  name,
  of,
  text: formatShare,
  differenceText: formatPoints,
});

/** The compared figures, in the order of the table. */
export const measures: readonly Measure[] = [
  rate('Searches that found nothing', (group) => group.zero_result_rate),
  rate('Searches with a view', (group) => group.view_rate),
  rate('Searches with a click', (group) => group.click_through_rate),
  rate('Searches with a conversion', (group) => group.conversion_rate),
  {
    name: 'Mean position of clicks',
    of: (group) => group.mean_click_position,
    text: formatScore,
    differenceText: formatDifference,
  },
];

/** Whether the interval of a difference excludes zero. */
export function isClear({ difference }: Estimate): boolean {
  if (difference === null) return false;
  const { low, high } = difference;
  return low !== null && high !== null && (low > 0 || high < 0);
}
