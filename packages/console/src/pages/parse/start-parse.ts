import { type QueryClient } from '@tanstack/react-query';
import { type components, type Sheaf } from 'sheaf-client';

/** A parse job to start, or one that can be started again. */
export interface ParseRequest {
  type: components['schemas']['ParseJob']['type'];
  /** A link, or the id of an upload. */
  input: string;
  options: Record<string, unknown>;
}

const keyOf = (jobId: string) => ['parse-request', jobId];

/**
 * Starts a parse job and returns its id. The tab remembers what was parsed until it is reloaded: the API does
 * not tell the input of a job.
 *
 * @throws SheafError for a refusal
 */
export async function startParse(sheaf: Sheaf, queries: QueryClient, request: ParseRequest): Promise<string> {
  const { type, input, options } = request;
  const body = { ...options, input };
  const { job_id: jobId } =
    type === 'spreadsheet'
      ? await sheaf.post('/v3/parse/spreadsheets', { body })
      : await sheaf.post('/v3/parse/documents', { body });
  queries.setQueryDefaults(keyOf(jobId), { gcTime: Infinity });
  queries.setQueryData(keyOf(jobId), request);
  void queries.invalidateQueries({ queryKey: ['parse-jobs'] });
  return jobId;
}

/** The request of a job that was started in this tab; null for others. */
export const requestOfJob = (queries: QueryClient, jobId: string): ParseRequest | null =>
  queries.getQueryData<ParseRequest>(keyOf(jobId)) ?? null;
