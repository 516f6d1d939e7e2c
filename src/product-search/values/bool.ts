const words = new Map<string, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** Reads true and false: JSON, `1` and `0`, and the words true, false, yes and no. Null for anything else. */
export function readBool(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  return typeof value === 'string' && value.length <= 8
    ? (words.get(value.trim().toLowerCase()) ?? null)
    : null;
}

/** Whether a value shows by itself that it is true or false: JSON, or these very words. */
export function isEvidentBool(value: unknown): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && /^(?:true|false)$/i.test(value));
}
