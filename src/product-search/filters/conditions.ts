import { type FilterField } from './filter-fields';
import { allOf, anyOf, type FilterTree, type RangeBounds } from './filter-tree';
import { boolOperand, dateOperand, numberOperand, type Operand } from './operands';

/** Comparisons that need an order. */
export type OrderOperator = '<' | '<=' | '>' | '>=';

/** Condition that a field has one of some values. @throws FilterInvalid */
export function oneOf(field: FilterField, operands: readonly Operand[]): FilterTree {
  const { type, column } = field;
  if (type === 'date')
    return anyOf(
      operands.map((operand) => {
        const { start, end } = dateOperand(field, operand);
        return { kind: 'range', column, bounds: { gte: start, lt: end } };
      }),
    );
  const values = operands.map((operand) => {
    if (type === 'number') return numberOperand(field, operand);
    return type === 'bool' ? boolOperand(field, operand) : operand.text;
  });
  return { kind: 'values', column, values: [...new Set(values)] };
}

/** Condition that a field has every one of some values, in lists. @throws FilterInvalid */
export function everyOf(field: FilterField, operands: readonly Operand[]): FilterTree {
  return allOf(operands.map((operand) => oneOf(field, [operand])));
}

/** Bounds that a comparison with a number or a date sets. @throws FilterInvalid */
export function boundsOf(field: FilterField, operator: OrderOperator, operand: Operand): RangeBounds {
  if (field.type === 'number') {
    const number = numberOperand(field, operand);
    const members = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;
    return { [members[operator]]: number };
  }
  if (field.type === 'any') return {};
  const { start, end } = dateOperand(field, operand);
  switch (operator) {
    case '<':
      return { lt: start };
    case '<=':
      return { lt: end };
    case '>':
      return { gte: end };
    case '>=':
      return { gte: start };
  }
}

/** Condition that one value of a field is within bounds. */
export function within({ column }: FilterField, bounds: RangeBounds): FilterTree {
  return { kind: 'range', column, bounds };
}
