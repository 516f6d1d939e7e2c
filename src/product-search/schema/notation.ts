import { type DateOrder, type DecimalMark, type Notation } from '../../domain/products/field-table';
import { type FieldType } from '../../domain/products/settings';
import { type DateReading } from '../values/date';
import { type NumberReading } from '../values/number';
import { type FieldSummary, type NotationForm } from './record-summary';

type Counted = Pick<FieldSummary, 'notations'>;

function count({ notations }: Counted, form: NotationForm): void {
  notations.set(form, (notations.get(form) ?? 0) + 1);
}

/** Counts what a number tells about the decimal mark of its field. */
export function countMark(field: Counted, { evidence, unit, value, isDuration }: NumberReading): void {
  if (isDuration) count(field, 'duration');
  if (evidence === 'point' || evidence === 'comma') count(field, evidence);
  if (evidence !== 'open') return;
  count(field, 'open mark');
  // Money has no three decimals: its only mark parts thousands. An open number is read with a point.
  if (unit?.quantity === 'currency') count(field, Number.isInteger(value) ? 'likely point' : 'likely comma');
}

/** Counts a JSON number, whose decimals tell that a program with a point writes the field. */
export function countJsonMark(field: Counted, value: number): void {
  if (!Number.isInteger(value)) count(field, 'likely point');
}

/** Counts what a date tells about the order of day and month. */
export function countOrder(field: Counted, { day, month }: DateReading): void {
  if (day === month) return;
  count(field, day === null ? 'month first' : month === null ? 'day first' : 'open order');
}

/** One of two forms by the counts of values that have it; null where neither has one. */
function decide<Form>(first: Form, firstCount: number, second: Form, secondCount: number): Form | null {
  if (firstCount + secondCount === 0) return null;
  return secondCount > firstCount ? second : first;
}

/** The decimal mark that the values of a field agree on; null where no value tells it. */
export function decimalMarkOf({ notations }: Counted): DecimalMark | null {
  const of = (form: NotationForm) => notations.get(form) ?? 0;
  return (
    decide<DecimalMark>('point', of('point'), 'comma', of('comma')) ??
    decide<DecimalMark>('point', of('likely point'), 'comma', of('likely comma'))
  );
}

/** The order of day and month that the values of a field agree on; null where no value tells it. */
function dateOrderOf({ notations }: Counted): DateOrder | null {
  const of = (form: NotationForm) => notations.get(form) ?? 0;
  return decide<DateOrder>('day', of('day first'), 'month', of('month first'));
}

/** Numbers and dates that are none in the notation of their field, or whose value no other value decides. */
export function misfits(field: Counted, type: FieldType): number {
  const of = (form: NotationForm) => field.notations.get(form) ?? 0;
  if (type === 'number') {
    const mark = decimalMarkOf(field);
    return mark === null ? of('open mark') : of(mark === 'comma' ? 'point' : 'comma');
  }
  if (type !== 'date') return 0;
  const order = dateOrderOf(field);
  return order === null ? of('open order') : of(order === 'day' ? 'month first' : 'day first');
}

/** Whether values of a field could have either of two values, and no other value decides which. */
export function isUndecided(field: Counted, type: 'number' | 'date'): boolean {
  return (type === 'number' ? decimalMarkOf(field) : dateOrderOf(field)) === null && misfits(field, type) > 0;
}

/** The notation of a field of a type; null where its values have one reading only. */
export function notationOf(field: Counted, type: FieldType, separator: string | null): Notation | null {
  const decimalMark = type === 'number' ? decimalMarkOf(field) : null;
  const dateOrder = type === 'date' ? dateOrderOf(field) : null;
  if (decimalMark === null && dateOrder === null && separator === null) return null;
  return { decimalMark, dateOrder, separator };
}
