/** A JSON object that somebody has typed; `value` is null where there is none, and where it is wrong. */
export interface TypedObject {
  value: Record<string, unknown> | null;
  problem: string | undefined;
}

/** Reads a text as a JSON object. An empty text is no object and no fault. */
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
