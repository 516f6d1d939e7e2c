/** A list with or without a value. */
export function withValue<Value>(list: readonly Value[], value: Value, isIn: boolean): Value[] {
  const others = list.filter((one) => one !== value);
  return isIn ? [...others, value] : others;
}
