import { z } from 'zod';
import { assignmentGroupsMax, assignmentLayersMax } from '../../../src/domain/products/limits';
import { indexNamePattern } from '../../../src/domain/products/product-index';

const nameCharsMax = 128;
/** Tolerance for the sum of shares, because binary fractions do not add up exactly. */
const shareTolerance = 1e-9;

const group = z
  .strictObject({
    name: z.string().min(1).max(nameCharsMax),
    share: z.number().gt(0).max(1).describe('Share of the shoppers; those of a layer sum to 1.'),
    index: z
      .string()
      .regex(indexNamePattern, 'must be the name of an index')
      .nullable()
      .describe('Copy that serves the group; null for the index itself, where the next layer is tried.'),
  })
  .meta({ id: 'ProductAssignmentGroup' });

const layer = z
  .strictObject({
    id: z.string().min(1).max(nameCharsMax),
    salt: z
      .string()
      .min(1)
      .max(nameCharsMax)
      .describe('Decides the split; layers with different salts are independent of each other.'),
    groups: z.array(group).min(1).max(assignmentGroupsMax),
  })
  .check(({ value, issues }) => {
    const refuse = (path: (string | number)[], message: string) =>
      issues.push({ code: 'custom', input: value, path, message });
    const { groups } = value;
    const sum = groups.reduce((whole, { share }) => whole + share, 0);
    if (Math.abs(sum - 1) > shareTolerance) refuse(['groups'], `shares sum to ${sum}, not to 1`);
    const names = groups.map(({ name }) => name);
    for (const [place, name] of names.entries())
      if (names.indexOf(name) < place) refuse(['groups', place, 'name'], 'a group before has this name');
  })
  .meta({ id: 'ProductAssignmentLayer' });

const example = {
  layers: [
    {
      id: 'ranking',
      salt: '2026-11',
      groups: [
        { name: 'control', share: 0.9, index: null },
        { name: 'b', share: 0.1, index: 'products-b' },
      ],
    },
  ],
};

export const assignmentBody = z
  .strictObject({
    layers: z.array(layer).max(assignmentLayersMax).optional().describe('Tried in their order.'),
  })
  .check(({ value, issues }) => {
    const ids = (value.layers ?? []).map(({ id }) => id);
    for (const [place, id] of ids.entries())
      if (ids.indexOf(id) < place)
        issues.push({
          code: 'custom',
          input: value,
          path: ['layers', place, 'id'],
          message: 'a layer before has this id',
        });
  })
  .meta({
    id: 'ProductAssignment',
    examples: [example],
  });

const keptLayer = z
  .object({
    id: z.string(),
    salt: z.string(),
    groups: z.array(z.object({ name: z.string(), share: z.number(), index: z.string().nullable() })),
  })
  .meta({ id: 'ProductAssignedLayer' });

export const assignmentAnswer = z
  .object({
    index: z.string(),
    assignment: z.object({ layers: z.array(keptLayer).optional() }).describe('Empty where nothing is split.'),
  })
  .meta({ id: 'ProductAssignmentAnswer', examples: [{ index: 'products', assignment: example }] });
