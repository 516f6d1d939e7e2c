import { type Condition, type Operator, operatorWords, valueFrom } from './metadata-filter';

/** Operators as a form lists them; `$exists` has a choice for each of its values. */
export type OperatorChoice = Exclude<Operator, '$exists'> | 'exists' | 'missing';

const { $exists: existsWord, ...valueWords } = operatorWords;
export const operatorChoices: readonly { choice: OperatorChoice; word: string }[] = [
  ...Object.entries(valueWords).map(([operator, word]) => ({ choice: operator as OperatorChoice, word })),
  { choice: 'exists', word: existsWord },
  { choice: 'missing', word: 'does not exist' },
];

export const takesValue = (choice: OperatorChoice): boolean => choice !== 'exists' && choice !== 'missing';

/** Condition of what was entered in the form. */
export function conditionOf(key: string, choice: OperatorChoice, value: string): Condition {
  return choice === 'exists' || choice === 'missing'
    ? { kind: 'condition', key, operator: '$exists', value: choice === 'exists' }
    : { kind: 'condition', key, operator: choice, value: valueFrom(choice, value) };
}
