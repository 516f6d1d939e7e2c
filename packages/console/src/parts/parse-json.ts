/** Result of parsing a typed JSON object; `value` is null for empty and for invalid text. */
export interface TypedObject {
  value: Record<string, unknown> | null;
  problem: string | undefined;
}

/** Parses a text as a JSON object. An empty text is valid and has no value. */
export function parseJsonObject(text: string): TypedObject {
  if (text.trim() === '') return { value: null, problem: undefined };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value: value as Record<string, unknown>, problem: undefined }
      : { value: null, problem: 'It must be a JSON object, in braces.' };
  } catch (error) {
    return {
      value: null,
      problem: `It is no JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
