/** Address of the API: one level above the console, below any prefix of a proxy. */
export function serviceUrl(): string {
  return new URL('..', document.baseURI).href.replace(/\/$/, '');
}
