import { createHash } from 'node:crypto';
import { type SyncResource } from '../../api/documents/syncs/schema';
import { type AzureContainer } from '../setup/azure-container';
import { type ProgramProcess } from '../setup/program-process';
import { type OwnStack, startOwnStack } from '../setup/own-stack';
import { killWorker } from './killed-worker';
import { randomNumbers, suiteSeed } from '../setup/suite-seed';

const seed = suiteSeed();
const rounds = 2;
/** Blobs of the large container; `SYNC_BLOBS=10000` shows it at the size of a store. */
const blobs = Number(process.env.SYNC_BLOBS ?? 400);

/** Texts of the blobs by name: what the collection has to show after a run. */
type Model = Map<string, string>;

describe(`a worker that is killed with SIGKILL in runs of syncs (seed ${seed})`, () => {
  const random = randomNumbers(seed);
  let stack: OwnStack;
  let worker: ProgramProcess;
  let collections = 0;

  beforeAll(async () => {
    stack = await startOwnStack({ objectStores: true });
    worker = await stack.startWorker();
  });
  afterAll(() => stack.close());

  const below = (bound: number) => Math.floor(random() * bound);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  /** Names that sort differently by their bytes, their code units and their folders. */
  function nameOf(n: number): string {
    const folder = ['', 'a/', 'a-b/', 'A/', 'ä/', '\u{ff21}/', '\u{1f600}/'][n % 7]!;
    return `${folder}file ${n}.txt`;
  }

  async function setUp(
    size: number,
  ): Promise<{ collection: string; container: AzureContainer; model: Model }> {
    const collection = `followed-${++collections}`;
    await stack.createCollection(collection);
    const container = await stack.container();
    const model: Model = new Map();
    for (let n = 0; n < size; n++) model.set(nameOf(n), `text ${n}`);
    await container.put(Object.fromEntries(model));
    return { collection, container, model };
  }

  /** Changes, removes and renames some blobs and adds some. */
  async function change(container: AzureContainer, model: Model, round: number): Promise<void> {
    const names = [...model.keys()];
    const put: Record<string, string> = {};
    const gone = new Set<string>();
    for (const name of names) {
      const fate = below(10);
      if (fate === 0) put[name] = `changed in round ${round}: ${name}`;
      if (fate === 1) gone.add(name);
      if (fate === 2) {
        gone.add(name);
        put[`renamed ${round}/${name}`] = model.get(name)!;
      }
    }
    for (let n = below(30); n > 0; n--) put[`added ${round}/${n}.txt`] = `added in round ${round}: ${n}`;
    for (const name of gone) model.delete(name);
    for (const [name, text] of Object.entries(put)) model.set(name, text);
    await container.put(put);
    await container.remove(...gone);
  }

  /** Kills the worker at a random moment of a run, and starts another one. */
  async function killInRun(syncId: string): Promise<void> {
    const moments = ['listing', 'indexing', 'removing'];
    const moment = moments[below(moments.length)]!;
    for (;;) {
      const row = await stack.api.stores.syncs.get(syncId);
      if (row?.run?.stage === moment || (row?.run === null && row.announced === null)) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await killWorker(stack.temporal, worker);
    worker = await stack.startWorker();
  }

  /** Hashes of what the collection shows, by name. */
  async function shown(collection: string, { name }: AzureContainer): Promise<Record<string, string>> {
    const { organizationId } = stack.key;
    const row = await stack.api.stores.collections.find(
      { organizationId, environment: 'production' },
      collection,
    );
    const prefix = `azure://${stack.azure.accountName}/${name}/`;
    const found: Record<string, string> = {};
    for (let offset = 0; ; offset += 1_000) {
      const { documents } = await stack.api.stores.documents.list(row!, { offset, limit: 1_000 });
      for (const { source, contentSha256 } of documents) {
        const key = source.uri!.slice(prefix.length);
        expect(found[key]).toBeUndefined();
        found[key] = contentSha256!;
      }
      if (documents.length < 1_000) return found;
    }
  }

  const wanted = (model: Model) =>
    Object.fromEntries([...model].map(([name, text]) => [name, sha256(text)] as const));

  it('leaves the collection as a plain model says after each run of a hundred blobs and more', async () => {
    const { collection, container, model } = await setUp(150);
    const sync = await stack.sync(container, {}, collection);
    await killInRun(sync.sync_id);
    await stack.rested(sync.sync_id);
    expect(await shown(collection, container)).toEqual(wanted(model));
    for (let round = 1; round <= rounds; round++) {
      await change(container, model, round);
      const asked = stack.reconciled(sync.sync_id);
      await killInRun(sync.sync_id);
      const { sync: rested } = await asked;
      expect(rested).toMatchObject({
        sync_state: 'idle',
        last_sync_error: null,
      } satisfies Partial<SyncResource>);
      expect(await shown(collection, container)).toEqual(wanted(model));
    }
    // A run after the last finds nothing to do: nothing was lost or forgotten on the way.
    const { answer } = await stack.reconciled(sync.sync_id);
    expect(answer).toMatchObject({ added: 0, modified: 0, removed: 0, unchanged: model.size });
  }, 900_000);

  it(`and of ${blobs}`, async () => {
    const { collection, container, model } = await setUp(blobs);
    const sync = await stack.sync(container, {}, collection);
    await killInRun(sync.sync_id);
    await stack.rested(sync.sync_id);
    expect(await shown(collection, container)).toEqual(wanted(model));
    await change(container, model, 1);
    const asked = stack.reconciled(sync.sync_id);
    await killInRun(sync.sync_id);
    await asked;
    expect(await shown(collection, container)).toEqual(wanted(model));
  }, 1_800_000);

  it('nor does a run stay away whose workflow was terminated: the sweep has another one take it over', async () => {
    const { collection, container, model } = await setUp(3);
    const sync = await stack.sync(container, {}, collection);
    await stack.rested(sync.sync_id);
    await change(container, model, 1);
    await worker.sigkill();
    const { body } = await stack.call<{ job_id: string }>('POST', `/v2/syncs/${sync.sync_id}/reconcile`);
    for await (const { workflowId } of stack.temporal.client.workflow.list({
      query: `WorkflowType = 'sourceSync' AND ExecutionStatus = 'Running'`,
    }))
      await stack.temporal.client.workflow.getHandle(workflowId).terminate();
    worker = await stack.startWorker();
    await stack.api.mongo.db
      .collection<{ _id: string }>('syncs')
      .updateOne({ _id: sync.sync_id }, { $set: { checkAt: new Date(0) } });
    await stack.temporal.client.workflow.execute('documentSweep', {
      taskQueue: 'sheaf',
      workflowId: `sweep/${sync.sync_id}`,
    });
    expect(await stack.indexed(body.job_id)).toMatchObject({ status: 'completed' });
    await stack.rested(sync.sync_id);
    expect(await shown(collection, container)).toEqual(wanted(model));
  });
});
