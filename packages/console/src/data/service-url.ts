/** Address of the API: the console is served one level below it, below any prefix of a proxy. */
export function serviceUrl(): string {
  return new URL('..', document.baseURI).href.replace(/\/$/, '');
}
