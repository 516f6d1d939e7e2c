/** Address of an index in the console, with a part of its page, such as `search`. */
export const indexPath = (index: string, part?: string): string =>
  `/products/indexes/${encodeURIComponent(index)}${part === undefined ? '' : `/${part}`}`;
