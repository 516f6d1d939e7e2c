/** Adds a value to a list, or removes it. */
export function withValue<Value>(list: readonly Value[], value: Value, isIn: boolean): Value[] {
  const others = list.filter((one) => one !== value);
  return isIn ? [...others, value] : others;
}
