import { type components, type Sheaf } from 'sheaf-client';

/** A parse job to start. */
export interface ParseRequest {
  type: components['schemas']['ParseJob']['type'];
  /** A link, or the id of an upload. */
  input: string;
  options: Record<string, unknown>;
}

/**
 * Starts a parse job and returns its id.
 *
 * @throws SheafError for a refusal
 */
export async function startParse(sheaf: Sheaf, { type, input, options }: ParseRequest): Promise<string> {
  const body = { ...options, input };
  const { job_id: jobId } =
    type === 'spreadsheet'
      ? await sheaf.post('/v3/parse/spreadsheets', { body })
      : await sheaf.post('/v3/parse/documents', { body });
  return jobId;
}
