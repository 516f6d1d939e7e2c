/** Members of lists that are not their items. */
const besidesItems = ['warnings'];

/**
 * TypeScript of what the client needs to know of operations while it runs: which take an `Idempotency-Key`, and
 * which answer lists page by page.
 *
 * @param {object} document the OpenAPI document
 */
export function clientOperations(document) {
  const operations = Object.entries(document.paths).flatMap(
    ([path, { parameters: shared = [], ...methods }]) =>
      Object.entries(methods).map(([method, { parameters = [], ...operation }]) => {
        return { path, method, operation: { ...operation, parameters: [...shared, ...parameters] } };
      }),
  );
  const follow = (part) =>
    part?.$ref === undefined
      ? part
      : part.$ref
          .split('/')
          .slice(1)
          .reduce((inner, name) => inner[name], document);
  const parametersOf = ({ parameters }) => parameters.map(follow);
  const idempotent = operations
    .filter(({ operation }) => parametersOf(operation).some(({ name }) => name === 'Idempotency-Key'))
    .map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  const paged = operations.flatMap(({ path, method, operation }) => {
    const list = pagingOf({ method, operation, follow, parameters: parametersOf(operation) });
    return list === undefined ? [] : [[path, { method, ...list }]];
  });
  return [
    '// Written by `npm run client:types` from the OpenAPI document.',
    '',
    '/** Operations that take an `Idempotency-Key`. */',
    `export const idempotentOperations: readonly string[] = ${JSON.stringify(idempotent)};`,
    '',
    '/** Operations that answer a list page by page, by their paths. */',
    `export const pagedLists = ${JSON.stringify(Object.fromEntries(paged))} as const;`,
    '',
  ].join('\n');
}

/**
 * How an operation is paged: where the place is sent (`query` or `body`), its name, how the next one is known
 * (`offset`, or the path of the next cursor in the answer), and the member that has the items; undefined for one
 * that answers no list.
 */
function pagingOf({ method, operation, follow, parameters }) {
  const content = (part) => follow(follow(part)?.content?.['application/json']?.schema);
  const body = content(operation.requestBody);
  const sent = method === 'get' ? parameters.map(({ name }) => name) : namesOf(body, follow);
  const answer = content(operation.responses['200']);
  const members = Object.entries(answer?.properties ?? {});
  const place = method === 'get' ? 'query' : 'body';
  const nested = sent.find((name) => name.endsWith('_cursor'));
  if (nested !== undefined) {
    const items = nested.slice(0, -'_cursor'.length);
    return { place, name: nested, next: [`${items}_page`, 'next_cursor'], items };
  }
  const name = ['cursor', 'offset'].find((one) => sent.includes(one));
  const found = members.find(([key, { type }]) => type === 'array' && !besidesItems.includes(key));
  if (name === undefined || found === undefined) return undefined;
  return { place, name, next: name === 'cursor' ? ['next_cursor'] : 'offset', items: found[0] };
}

/** Names of the members of an object schema, with those of its bases. */
function namesOf(schema, follow) {
  if (schema === undefined) return [];
  const bases = (schema.allOf ?? []).flatMap((base) => namesOf(follow(base), follow));
  return [...Object.keys(schema.properties ?? {}), ...bases];
}
