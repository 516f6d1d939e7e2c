import type { MaybeOptionalInit } from 'openapi-fetch';
import type { RequiredKeysOf } from 'openapi-typescript-helpers';
import type { Sheaf } from './create-sheaf.js';
import type { paths } from './openapi.js';
import { pagedLists } from './operations.js';

type Lists = typeof pagedLists;

/** Path of an operation that returns a list page by page. */
export type ListPath = keyof Lists;

type Operation<Path extends ListPath> = paths[Path][Lists[Path]['method'] & keyof paths[Path]];

/** One page of a list: the body of an answer. */
export type ListPage<Path extends ListPath> =
  Operation<Path> extends { responses: { 200: { content: { 'application/json': infer Body } } } }
    ? Body
    : never;

export type ListItem<Path extends ListPath> =
  ListPage<Path> extends Record<Lists[Path]['items'], readonly (infer Item)[]> ? Item : never;

type ListInit<Path extends ListPath> = MaybeOptionalInit<
  paths[Path],
  Lists[Path]['method'] & keyof paths[Path]
>;

/**
 * Parameters of the operation. They may set the first page, the page size, and a signal that aborts the
 * iteration.
 */
export type ListParameters<Path extends ListPath> =
  RequiredKeysOf<ListInit<Path>> extends never ? [ListInit<Path>?] : [ListInit<Path>];

/**
 * Iterates over the items of a list and reads pages as needed. When items are added or removed meanwhile, a
 * list that is paged by `offset` may repeat or miss some.
 *
 * @throws SheafError for a refusal
 */
export async function* listItems<Path extends ListPath>(
  sheaf: Sheaf,
  path: Path,
  ...parameters: ListParameters<Path>
): AsyncGenerator<ListItem<Path>, void, undefined> {
  for await (const page of listPages(sheaf, path, ...parameters))
    yield* itemsOf(page, path) as ListItem<Path>[];
}

/** Iterates over the pages of a list, each the body of one answer. */
export async function* listPages<Path extends ListPath>(
  sheaf: Sheaf,
  path: Path,
  ...[init]: ListParameters<Path>
): AsyncGenerator<ListPage<Path>, void, undefined> {
  const { method, place, name } = pagedLists[path];
  const call = sheaf[method] as (path: string, init: unknown) => Promise<ListPage<Path>>;
  let sent = (init ?? {}) as LooseInit;
  for (;;) {
    const page = await call(path, sent);
    yield page;
    const next = nextOf(page, path);
    if (next === null) return;
    sent =
      place === 'body'
        ? { ...sent, body: { ...sent.body, [name]: next } }
        : { ...sent, params: { ...sent.params, query: { ...sent.params?.query, [name]: next } } };
  }
}

interface LooseInit {
  params?: { query?: object };
  body?: object;
}

const itemsOf = (page: unknown, path: ListPath): unknown[] =>
  (page as Record<string, unknown[]>)[pagedLists[path].items]!;

/** The cursor or offset of the next page; null after the last. */
function nextOf(page: unknown, path: ListPath): unknown {
  const { next } = pagedLists[path];
  if (next === 'offset') {
    const { offset, total_count: total } = page as { offset: number; total_count: number };
    const { length } = itemsOf(page, path);
    return length === 0 || offset + length >= total ? null : offset + length;
  }
  let found: unknown = page;
  for (const name of next) found = (found as Record<string, unknown>)[name];
  return found;
}
