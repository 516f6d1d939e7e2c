/**
 * `fetch` by `XMLHttpRequest`, the only way in browsers to learn how much of a body has been sent. Follows
 * redirects and resolves when the whole answer has arrived.
 *
 * @param onSent called with the number of body bytes sent so far
 * @throws TypeError for a connection that failed; the reason of the request's signal once it aborts
 */
export async function fetchByXhr(request: Request, onSent: (sentBytes: number) => void): Promise<Response> {
  const { signal } = request;
  const body = await request.blob();
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => {
      xhr.abort();
    };
    signal.addEventListener('abort', abort);
    xhr.upload.onprogress = ({ loaded }) => {
      onSent(loaded);
    };
    xhr.onloadend = () => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason as Error);
      else if (xhr.status === 0) reject(new TypeError('The service cannot be reached.'));
      else resolve(responseOf(xhr));
    };
    xhr.open(request.method, request.url);
    xhr.responseType = 'blob';
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
    xhr.send(body);
  });
}

/** Statuses whose answers have no body. */
const bodiless = [204, 205, 304];

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const { status, statusText } = xhr;
  const body = bodiless.includes(status) ? null : (xhr.response as Blob | null);
  return new Response(body, { status, statusText, headers });
}
