const JSON_START = /^\s*(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true\b|false\b|null\b))/;
/** Beginning of a JSON text that no other text has: a first member, or first elements. */
const CERTAIN_START =
  /^\ufeff?\s*(?:\{\s*"(?:[^"\\]|\\.)*"\s*:|\[\s*(?:\{\s*["}]|\[|"(?:[^"\\]|\\.)*"\s*[,\]]|-?\d+(?:\.\d+)?\s*,))/;

/**
 * Whether a text may be JSON, or one JSON value per line.
 *
 * @param whole whether `text` is the whole file, which then must parse
 */
export function beginsLikeJson(text: string, whole: boolean): boolean {
  return JSON_START.test(text) && (!whole || isJson(text));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    // Not one JSON value; JSON Lines is left.
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.length > 1 && lines.slice(0, 3).every((line) => /^\s*[{[].*[}\]]\s*$/.test(line));
  }
}

/**
 * Whether a text is JSON, or one JSON value per line, and no table of values in brackets.
 *
 * @param whole as in {@link beginsLikeJson}
 */
export function isJsonText(text: string, whole: boolean): boolean {
  return whole ? beginsLikeJson(text, true) : CERTAIN_START.test(text);
}
