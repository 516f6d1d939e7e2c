import { type components, type Sheaf, SheafError } from 'sheaf-client';
import { serviceUrl } from '../../data/service-url';

/** Uploads cases, starts an evaluation with them and returns its id. @throws SheafError for a refusal */
export async function startEvaluation(
  sheaf: Sheaf,
  wanted: { collection: string; cases: File; configs: components['schemas']['EvaluationConfig'][] },
): Promise<string> {
  const { collection, cases, configs } = wanted;
  const params = { path: { collection_name: collection } };
  const { upload_id: uploadId, upload_url: url } = await sheaf.post(
    '/v3/collections/{collection_name}/evals/uploads',
    { params, body: { filename: cases.name, byte_size: cases.size } },
  );
  // The link itself authorizes the upload: the key is not sent.
  const sent = await fetch(ownAddress(url), { method: 'PUT', body: cases });
  if (!sent.ok) {
    const body = await sent.text();
    throw new SheafError({
      status: sent.status,
      code: `http_${sent.status}`,
      message: `The file of cases was not taken: ${body}`,
      requestId: sent.headers.get('x-request-id'),
      details: null,
      body,
      retryAfterSeconds: null,
    });
  }
  const { eval_id: id } = await sheaf.post('/v3/collections/{collection_name}/evals', {
    params,
    body: { upload_id: uploadId, configs },
  });
  return id;
}

/**
 * A link of the API, moved to the address at which this page was opened: it may differ from the public one.
 */
function ownAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return serviceUrl() + pathname.slice(pathname.indexOf('/u/evals/')) + search;
}
