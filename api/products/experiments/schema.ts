import { z } from 'zod';
import { experimentDay, experimentDayMs } from '../../../src/domain/products/experiment';
import { experimentDaysMax } from '../../../src/domain/products/limits';
import { wholeNumber } from '../../http/fields/whole-number';
import { unixMs } from '../pages';

const defaultDays = 30;
/** Upper bound below the last time that a date can represent. */
const unixMsMax = 8e15;

/** Path of a layer. A text that cannot be the id of a layer is answered like an unknown id. */
export const layerParams = z.strictObject({ index: z.string(), layer: z.string() });

export const experimentQuery = z
  .strictObject({
    from: wholeNumber(0, unixMsMax)
      .optional()
      .describe(
        'Unix milliseconds; the report begins with the day of UTC that has it. Default 30 days before its end.',
      ),
    to: wholeNumber(0, unixMsMax)
      .optional()
      .describe(
        'Unix milliseconds; the report ends with the day of UTC that has the moment before. Default now.',
      ),
  })
  .check(({ value, issues }) => {
    const { from, to } = daysOf(value);
    const days = (to.getTime() - from.getTime()) / experimentDayMs;
    const refuse = (message: string) => issues.push({ code: 'custom', input: value, path: ['to'], message });
    if (days <= 0) refuse('must lie after from');
    if (days > experimentDaysMax) refuse(`must lie at most ${experimentDaysMax} days after from`);
  });

/** Start of the first day of a report, and end of the last one. */
export function daysOf({ from, to = Date.now() }: { from?: number | undefined; to?: number | undefined }) {
  const end = experimentDay(new Date(to + experimentDayMs - 1));
  return { from: experimentDay(new Date(from ?? end.getTime() - defaultDays * experimentDayMs)), to: end };
}

const bounds = { value: z.number(), low: z.number().nullable(), high: z.number().nullable() };
const estimate = z
  .object({
    ...bounds,
    difference: z
      .object(bounds)
      .meta({ id: 'ProductDifference' })
      .nullable()
      .describe(
        'To the control group; null for it, and where it has no such figure. For rates by method 10 of Newcombe. Where `low` and `high` ' +
          'lie on the same side of 0, the groups differ.',
      ),
  })
  .meta({ id: 'ProductEstimate' })
  .describe(
    'A figure with its 95 % interval: of Wilson for rates, 1.96 standard errors for means. The mean of a single click has none.',
  );
const rate = estimate.nullable().describe('Null without searches.');

const group = z
  .object({
    name: z.string(),
    index: z.string().nullable().describe('Copy that serves the group; null for the index itself.'),
    share: z.number().nullable().describe('Null for a group that the layer no longer has.'),
    control: z.boolean().describe('The first group that the index serves itself, else the first one.'),
    searches: z.int(),
    users: z
      .int()
      .describe('Different shoppers; above 2,047 on one day an estimate with a standard error of 2 %.'),
    zero_result_rate: rate,
    view_rate: rate,
    click_through_rate: rate,
    conversion_rate: rate,
    mean_click_position: estimate.nullable().describe('Null without clicks with a position.'),
    conversion_value: z.number().describe('Sum of the values of conversions.'),
  })
  .meta({ id: 'ProductExperimentGroup' });

const figure = (value: number, low: number, high: number, difference: object | null = null) => ({
  value,
  low,
  high,
  difference,
});

export const experimentAnswer = z
  .object({
    layer: z.string(),
    from: unixMs,
    to: unixMs,
    groups: z
      .array(group)
      .describe('Those of the assignment in its order, then former ones that have counts.'),
    sample_ratio: z
      .object({
        expected: z.array(z.number()).describe('Shares of the groups of the assignment, in its order.'),
        observed: z.array(z.number()).describe('Shares that they have of the compared shoppers.'),
        users: z.int().describe('Shoppers that are compared.'),
        p_value: z
          .number()
          .nullable()
          .describe(
            'Of a chi-square test; null for a single group, or fewer than five expected shoppers in one.',
          ),
        flagged: z
          .boolean()
          .describe('The p-value is below 0.001: shoppers are missing in a group, and its figures mislead.'),
      })
      .meta({ id: 'ProductSampleRatio' }),
    complete: z
      .boolean()
      .describe('Nothing more is counted for these days: the last one is over by four days.'),
  })
  .meta({
    id: 'ProductExperiment',
    examples: [
      {
        layer: 'ranking',
        from: 1763596800000,
        to: 1763683200000,
        groups: [
          {
            name: 'control',
            index: null,
            share: 0.9,
            control: true,
            searches: 9000,
            users: 1804,
            zero_result_rate: figure(0.05, 0.0457, 0.0547),
            view_rate: figure(0.8, 0.7916, 0.8081),
            click_through_rate: figure(0.4, 0.3899, 0.4102),
            conversion_rate: figure(0.03, 0.0267, 0.0337),
            mean_click_position: figure(3.2, 3.1, 3.3),
            conversion_value: 13480.5,
          },
          {
            name: 'b',
            index: 'products-b',
            share: 0.1,
            control: false,
            searches: 1000,
            users: 196,
            zero_result_rate: figure(0.03, 0.0211, 0.0425, { value: -0.02, low: -0.03, high: -0.0068 }),
            view_rate: figure(0.81, 0.7845, 0.8331, { value: 0.01, low: -0.0168, high: 0.0346 }),
            click_through_rate: figure(0.45, 0.4194, 0.481, { value: 0.05, low: 0.0178, high: 0.0826 }),
            conversion_rate: figure(0.036, 0.0261, 0.0494, { value: 0.006, low: -0.0046, high: 0.0198 }),
            mean_click_position: figure(2.7, 2.5, 2.9, { value: -0.5, low: -0.7236, high: -0.2764 }),
            conversion_value: 1799,
          },
        ],
        sample_ratio: {
          expected: [0.9, 0.1],
          observed: [0.902, 0.098],
          users: 2000,
          p_value: 0.766,
          flagged: false,
        },
        complete: true,
      },
    ],
  });
