import { type Sheaf, SheafError } from 'sheaf-client';
import { serviceUrl } from './service-url';

/**
 * Uploads a file and answers its id (`svc://upl_…`), which parse and indexing jobs take. The bytes go to the
 * link of an announcement, which is asked for at the address that the console knows the service by.
 *
 * @param onProgress called with the share that has been sent, 0 to 1
 * @throws SheafError for a refusal
 * @throws TypeError where the service cannot be reached
 */
export async function uploadFile(
  sheaf: Sheaf,
  file: File,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<string> {
  const announced = await sheaf.post('/v3/uploads', {
    body: {
      filename: file.name,
      byte_size: file.size,
      ...(file.type !== '' && { content_type: file.type }),
    },
    ...(signal !== undefined && { signal }),
  });
  const { pathname, search } = new URL(announced.upload_url);
  const path = pathname.slice(pathname.lastIndexOf('/u/'));
  await sendBytes(`${serviceUrl()}${path}${search}`, file, onProgress, signal);
  return announced.file_id;
}

/** Sends a file by PUT. Only `XMLHttpRequest` tells how much of a body has been sent. */
function sendBytes(
  url: string,
  file: File,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => {
      request.abort();
    };
    signal?.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onloadend = () => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted === true) reject(new DOMException('The upload was stopped.', 'AbortError'));
      else if (request.status === 0) reject(new TypeError('The service cannot be reached.'));
      else if (request.status >= 400) reject(refusal(request));
      else resolve();
    };
    request.open('PUT', url);
    request.send(file);
  });
}

function refusal(request: XMLHttpRequest): SheafError {
  const unnamed = {
    error: `http_${request.status}`,
    message: `The service answered with ${request.status}.`,
    details: null as SheafError['details'],
  };
  const body = readObject(request.responseText);
  const { error, message, details } = { ...unnamed, ...body };
  return new SheafError({
    status: request.status,
    code: error,
    message,
    details,
    body,
    requestId: request.getResponseHeader('x-request-id'),
    retryAfterSeconds: null,
  });
}

function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
