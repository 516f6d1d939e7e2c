/** A copy of an object with a field set, or without the field for undefined. */
export function withField<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  name: Name,
  value: Whole[Name] | undefined,
): Whole {
  if (value !== undefined) return { ...whole, [name]: value };
  return Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name)) as Whole;
}
