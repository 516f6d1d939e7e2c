import type { Sheaf } from './create-sheaf.js';

/**
 * Requests a parsed document as Markdown, whose bytes are the body of the answer.
 *
 * @throws SheafError for a refusal
 */
export function markdownFile(
  sheaf: Sheaf,
  jobId: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  return sheaf.send(`/v3/parse/jobs/${encodeURIComponent(jobId)}/markdown`, { signal });
}
