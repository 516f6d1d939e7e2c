import { type AnyRoute } from '../../api/http/route';
import { type Environment, ENVIRONMENTS } from '../../src/domain/platform/tenancy';
import { declaredRoutes } from '../../src/openapi-document';
import { pathOfUrl, type TestKey, type TestResponse } from '../setup/api';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';
import { azureSource, bodiesOf } from './tenant-bodies';

/**
 * Imports one record that holds a word in all its members, into an index of its own; answers the ended job.
 */
async function importedSecret(
  stack: Stack,
  { key, secret, target }: { key: string; secret: string; target: string },
): Promise<string> {
  const records = await stack.uploadRecords(`{"id":"r2","title":"${secret}","${secret}":"b"}\n`, { key });
  const json = { provider: 'typesense_export', records, target, build: false };
  const accepted = await stack.api.request<{ job: { id: string } }>('/v1/imports', { key, json });
  const { id } = accepted.body.job;
  for (let status = ''; status !== 'succeeded';) {
    const job: TestResponse<{ status: string }> = await stack.api.request(`/v1/jobs/${id}?wait=30`, { key });
    ({ status } = job.body);
  }
  return id;
}

/** In everything that the owner has put in, and in nothing that anybody else sends. */
const secret = 'xylographic';
const collection = 'private-papers';
const productIndex = 'private-products';
const productAlias = 'private-alias';

type Ids = Record<string, string>;
interface Caller {
  name: string;
  organization: string;
  environment: Environment;
  key: TestKey;
}

let stack: Stack;
let routes: AnyRoute[];
let owner: Caller;
let strangers: Caller[];
let ids: Ids;
let bodies: Record<string, unknown>;

beforeAll(async () => {
  stack = await startStack();
  const { api } = stack;
  routes = declaredRoutes().filter(({ access }) => access !== 'public');
  const callers: Caller[] = [];
  for (const organization of ['acme', 'other'])
    for (const environment of ENVIRONMENTS) {
      const key = await api.createKey({ organization, environment });
      callers.push({ name: `${organization} ${environment}`, organization, environment, key });
    }
  owner = callers.find(
    ({ organization, environment }) => organization === 'acme' && environment === 'production',
  )!;
  strangers = callers.filter((caller) => caller !== owner);
  ids = await fillWithSecrets();
  bodies = bodiesOf(ids, { productIndex, productAlias });
});
afterAll(() => stack.close());

/** An object of each kind that the service keeps, all of them the owner's. */
async function fillWithSecrets(): Promise<Ids> {
  const { api } = stack;
  const key = owner.key.text;
  const made = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
    const { status, text, body } = await api.request<T>(path, { method, key, json });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return body;
  };
  const completed = async (path: string) => {
    for (let status = ''; status !== 'completed';) ({ status } = await made<{ status: string }>('GET', path));
  };
  await made('PUT', `/v2/collections/${collection}`, { description: secret });
  const texts = {
    content: `${secret} one.\n\n${secret} two.`,
    filename: `${secret}.txt`,
    custom_metadata: { [secret]: secret },
    mask_pii: true,
    pii_engine: 'patterns',
  };
  const job = await stack.accepted(stack.index('text', texts, { key, collection }));
  await completed(`/v2/jobs/${job}`);
  const documentIds = async () => {
    const path = `/v2/collections/${collection}/documents`;
    const { documents } = await made<{ documents: { document_id: string }[] }>('GET', path);
    return documents.map(({ document_id }) => document_id);
  };
  const [document] = await documentIds();
  const second = await stack.accepted(
    stack.index('text', { content: `${secret} three`, filename: 'b.txt' }, { key, collection }),
  );
  await completed(`/v2/jobs/${second}`);
  const target = (await documentIds()).find((id) => id !== document)!;
  const relation = await made<{ relation_id: string }>(
    'POST',
    `/v3/collections/${collection}/chunks/${document}:0/relations`,
    {
      target_chunk_id: `${target}:0`,
      relation_type: secret,
      metadata: { [secret]: 1 },
    },
  );
  const sync = await made<{ sync_id: string }>('POST', `/v2/collections/${collection}/sync/azure`, {
    ...azureSource,
    prefix: secret,
  });
  const query = await made<{ query_id: string }>('POST', `/v3/collections/${collection}/query`, {
    query: secret,
  });
  const upload = await stack.upload(Buffer.from(`${secret},b\n1,2\n`), { filename: `${secret}.csv`, key });
  const parse = await made<{ job_id: string }>('POST', '/v3/parse/spreadsheets', { input: upload });
  stack.links.files.set(`/${secret}.txt`, Buffer.from(secret));
  const parsedDocument = await made<{ job_id: string }>('POST', '/v3/parse/documents', {
    input: `${stack.links.origin}/${secret}.txt`,
  });
  for (const { job_id: jobId } of [parse, parsedDocument])
    for (let status = ''; status !== 'completed';)
      ({ status } = await made<{ status: string }>('GET', `/v3/parse/jobs/${jobId}?wait=30`));
  const endpoint = await made<{ endpoint_id: string }>('POST', '/v2/webhooks/endpoints', {
    url: `https://127.0.0.1:65000/${secret}`,
    description: secret,
  });
  const test = await made<{ message_id: string }>(
    'POST',
    `/v2/webhooks/endpoints/${endpoint.endpoint_id}/test`,
    {},
  );
  const since = new Date().toISOString();
  await made('POST', `/v2/webhooks/endpoints/${endpoint.endpoint_id}/recover`, { since });
  const cases = Buffer.from(
    `${JSON.stringify({ id: 'q1', query: secret, expected_files: [`${secret}.txt`] })}\n`,
  );
  const announced = await made<{ upload_id: string; upload_url: string }>(
    'POST',
    `/v3/collections/${collection}/evals/uploads`,
    {
      filename: 'cases.ndjson',
      byte_size: cases.length,
    },
  );
  const path = pathOfUrl(announced.upload_url);
  await api.request(path, { method: 'PUT', body: cases });
  const evaluation = await made<{ eval_id: string }>('POST', `/v3/collections/${collection}/evals`, {
    upload_id: announced.upload_id,
    configs: [{ name: 'a', limit: 1 }],
  });
  await completed(`/v3/evals/${evaluation.eval_id}`);
  await made('POST', '/v1/indexes', { name: productIndex, id_field: 'id', settings: { facets: [secret] } });
  await made('POST', `/v1/indexes/${productIndex}/records`, [{ id: 'r1', title: secret, [secret]: 'a' }]);
  const build = await made<{ job: { id: string } }>('POST', `/v1/indexes/${productIndex}/build`, {});
  await made('PUT', `/v1/aliases/${productAlias}`, { index: productIndex });
  await made('PUT', `/v1/indexes/${productIndex}/assignment`, {
    layers: [{ id: secret, salt: 's', groups: [{ name: 'all', share: 1, index: null }] }],
  });
  const importJobId = await importedSecret(stack, { key, secret, target: `${productIndex}-imported` });
  const productKey = await made<{ id: string }>('POST', '/v1/keys', { name: secret, type: 'search' });
  for (let ended = ''; ended !== 'succeeded';)
    ({ status: ended } = await made<{ status: string }>('GET', `/v1/jobs/${build.job.id}?wait=30`));
  const search = { query: secret, user_token: 'u' };
  const { query_id: productQuery } = await made<{ query_id: string }>(
    'POST',
    `/v1/indexes/${productIndex}/search`,
    search,
  );
  return {
    collection_name: collection,
    product_query_id: productQuery,
    index: productIndex,
    alias: productAlias,
    layer: secret,
    id: 'r1',
    product_job_id: build.job.id,
    import_job_id: importJobId,
    key_id: productKey.id,
    document_id: document!,
    chunk_id: `${document}:0`,
    page_number: '0',
    tag: 'PERSON',
    relation_id: relation.relation_id,
    sync_id: sync.sync_id,
    query_id: query.query_id,
    target_chunk_id: `${target}:0`,
    index_job_id: job,
    parse_job_id: parse.job_id,
    parsed_document_id: parsedDocument.job_id,
    table_id: 'tbl_1_A1',
    upload_id: upload.replace('svc://', ''),
    file_id: upload,
    endpoint_id: endpoint.endpoint_id,
    message_id: test.message_id,
    eval_id: evaluation.eval_id,
    case_id: 'q1',
    config_name: 'a',
    cases_id: announced.upload_id,
  };
}

const window = () => {
  const day = 86_400_000;
  return `?from=${new Date(Date.now() - day).toISOString()}&to=${new Date(Date.now() + day).toISOString()}`;
};
/** The same days however long the test takes. */
const experimentDays = `?from=${Date.now() - 86_400_000}&to=${Date.now() + 2 * 86_400_000}`;
const queries: Record<string, () => string> = {
  listChunks: () => `?document_id=${ids.document_id!}`,
  getProductExperiment: () => experimentDays,
  getQueryLatency: window,
  listActiveCollections: window,
  listSlowestQueries: window,
};

/** The path of a route with the owner's ids. @throws Error for a parameter that this test does not know */
function pathOf({ path, operationId }: AnyRoute): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const parseJob = /markdown$|pages$/.test(path) ? ids.parsed_document_id : ids.parse_job_id;
    const jobOfDocuments = path.includes('/parse/') ? parseJob : ids.index_job_id;
    const jobOfProducts = path.startsWith('/v1/imports/') ? ids.import_job_id : ids.product_job_id;
    const job = path.startsWith('/v1/') ? jobOfProducts : jobOfDocuments;
    const id = name === 'job_id' ? job : ids[name];
    if (id === undefined) throw new Error(`${operationId}: no foreign ${name} is known`);
    return encodeURIComponent(id);
  });
  return filled + (queries[operationId]?.() ?? '');
}

async function call(route: AnyRoute, { key }: Caller): Promise<TestResponse<{ error?: string }>> {
  const { method, operationId, body } = route;
  if (body !== undefined && body !== 'stream' && !(operationId in bodies))
    throw new Error(`${operationId}: this test needs a body for it`);
  const json = operationId in bodies ? { json: bodies[operationId] } : {};
  const sent = body === 'stream' && !(operationId in bodies) ? { body: form() } : json;
  for (;;) {
    const options = { method: method.toUpperCase(), key: key.text, ...sent };
    const answer = await stack.api.request<{ error?: string }>(pathOf(route), options);
    // Strangers of one organization share limits of a second.
    if (answer.status !== 429) return answer;
  }
}

function form(): FormData {
  const data = new FormData();
  data.append(`files`, new Blob(['a,b\n1,2\n']), 'a.csv');
  return data;
}

/** Statuses that a stranger may get where they are not 404, by operation. */
const expected: Record<string, number[]> = {
  // Makes a collection of the stranger's own.
  createCollection: [201],
  announceUpload: [201],
  // Another organization's upload is as unknown as any other.
  parseSpreadsheet: [400],
  parseDocument: [400],
  // Collections in a body are as unknown as one in a path.
  querySeveralCollections: [404],
  // Its form has another name for the file.
  uploadSpreadsheet: [422],
  createWebhookEndpoint: [201],
  // A foreign key is no parent, and an alias in a body is as unknown as one in a path.
  createProductKey: [400],
  changeProductAliases: [404],
  // Events are refused one by one.
  sendProductEvents: [202],
  // Another tenant's file is as unknown as any other.
  importProductIndex: [400],
  // Makes an index of the stranger's own.
  createProductIndex: [201],
};

const hasParams = ({ path }: AnyRoute) => path.includes('/:');
const isWebhook = ({ path }: AnyRoute) => path.startsWith('/v2/webhooks/');
/** Every key of an organization manages its webhooks. */
const mayManage = (route: AnyRoute, { organization }: Caller) =>
  isWebhook(route) && organization === owner.organization;

/** The owner's own view of everything that can be read, without what changes by itself. */
async function ownersView(): Promise<Record<string, unknown>> {
  const view: Record<string, unknown> = {};
  const steady = [
    'getDocument',
    'getChunk',
    'listChunkRelations',
    'getDocumentV2',
    'listCollections',
    'getChunkMetadata',
    'getUpload',
    'getProductAlias',
    'getProductAssignment',
    'getProductExperiment',
    'getProductIndex',
    'getProductSettings',
    'getRecord',
  ];
  for (const route of routes.filter(({ operationId }) => steady.includes(operationId)))
    view[route.operationId] = (await call(route, owner)).body;
  return view;
}

/** Calls every route as every stranger; answers what should not have happened. */
async function violations(
  prepare: (caller: Caller, route: AnyRoute) => Promise<boolean>,
  allowed: (route: AnyRoute) => number[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const caller of strangers) {
    // Routes that create a named object come last: from then on the stranger has one of this name.
    const named = ['createCollection', 'createProductIndex'];
    const ordered = routes.toSorted(
      (a, b) => Number(named.includes(a.operationId)) - Number(named.includes(b.operationId)),
    );
    for (const route of ordered) {
      if (mayManage(route, caller) || !(await prepare(caller, route))) continue;
      const { status, text } = await call(route, caller);
      const what = `${caller.name}: ${route.method} ${route.path} answers ${status}`;
      if (!allowed(route).includes(status)) wrong.push(`${what} ${text.slice(0, 200)}`);
      if (text.includes(secret)) wrong.push(`${what} with what is not its own: ${text.slice(0, 300)}`);
    }
  }
  return wrong;
}

test('the owner sees all of it: what strangers ask for is there', async () => {
  const reads = routes.filter(
    ({ method, operationId }) => method === 'get' && operationId !== 'getEvaluationAnswer',
  );
  for (const route of reads) {
    const { status, body } = await call(route, owner);
    const there = status === 200 || (status === 404 && body.error === 'no_page_data');
    expect([route.operationId, status, there]).toEqual([route.operationId, status, true]);
  }
});

test('whatever is asked with ids of another organization or environment is answered as if they were unknown', async () => {
  const before = await ownersView();
  const wrong = await violations(
    () => Promise.resolve(true),
    (route) => expected[route.operationId] ?? (hasParams(route) ? [404] : [200]),
  );
  expect(wrong).toEqual([]);
  expect(await ownersView()).toEqual(before);
});

test('nor do such ids work in a collection of the same name', async () => {
  const before = await ownersView();
  const inCollection = (route: AnyRoute) =>
    route.path.includes(':collection_name') && !route.operationId.startsWith('index');
  // A kind of personal data is no object of an organization.
  const named = ({ path }: AnyRoute) => path.replaceAll(/:collection_name|:tag/g, '').includes('/:');
  const wrong = await violations(
    async ({ key, environment }, route) => {
      if (!inCollection(route)) return false;
      const tenant = { organizationId: key.organizationId, environment };
      await stack.api.stores.collections.ensure(tenant, collection, { description: null, metadata: null });
      await stack.api.stores.collections.remove(tenant, 'stolen-papers');
      return true;
    },
    (route) => {
      if (named(route)) return [404];
      // A chunk list names its document in the query; an evaluation the file of its cases in the body.
      const elsewhere: Record<string, number[]> = {
        listChunks: [404],
        createEvaluation: [400, 404],
        createCollection: [201],
        announceEvaluationCases: [200],
        createAzureSync: [201],
        // The other environment of the organization may have the name already.
        changeCollectionEnvironment: [200, 400, 409],
      };
      return elsewhere[route.operationId] ?? [200];
    },
  );
  expect(wrong).toEqual([]);
  expect(await ownersView()).toEqual(before);
});
