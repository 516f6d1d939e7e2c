/**
 * JSON of a value whose strings are always well-formed: a lone surrogate becomes U+FFFD, because strict
 * readers refuse it.
 */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\ud')) return json;
  return json.replaceAll(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (escape) =>
    escape.startsWith('\\ud') ? '\ufffd' : escape,
  );
}
