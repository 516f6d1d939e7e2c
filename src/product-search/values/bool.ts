/** Yes and no in English, German, French, Spanish, Italian, Dutch and Portuguese, and as programs write them. */
const words: ReadonlyMap<string, boolean> = new Map([
  ...'true yes y ja oui sí si sì sim 1'.split(' ').map((word) => [word, true] as const),
  ...'false no n nein non nee não nao 0'.split(' ').map((word) => [word, false] as const),
]);
const wordCharsMax = 8;

/** Names that ask: `In stock?`, `is_featured`, `Active (0/1)`, `Show price (0 = No, 1 = Yes)`. */
const askingName =
  /\?\s*$|\(0 ?[/=]|^(?:is|has|can|in|allow|requires?|manage|show|ist|hat)[ _-]|^(?:is|has)(?=[A-Z])|(?:^|[ _-])(?:enabled|active|featured|visible|published|taxable|available)$/i;

/**
 * Reads true and false: JSON, `1` and `0`, the words true and false, and yes and no in seven languages. Null
 * for anything else.
 */
export function readBool(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  return typeof value === 'string' && value.length <= wordCharsMax
    ? (words.get(value.trim().toLowerCase()) ?? null)
    : null;
}

/**
 * Whether a value shows by itself that it is true or false: JSON, or words of {@link readBool}; `1` and `0`
 * where the name of the field asks.
 */
export function isEvidentBool(name: string, value: unknown): boolean {
  if (readBool(value) === null) return false;
  const isDigit = value === 1 || value === 0 || (typeof value === 'string' && /^\s*[01]\s*$/.test(value));
  return !isDigit || askingName.test(name);
}
