import { randomInt } from 'node:crypto';
import { type CollectionRow } from '../../../../src/stores/documents/contents/collections';
import { chunkRowId } from '../../../../src/stores/documents/contents/chunks';
import { nameIdentity, partIdentity } from '../../../../src/domain/documents/source-identity';
import { fromPairs } from '../../../../src/stores/documents/contents/metadata-pairs';
import { createSearchHitStore } from '../../../../src/stores/documents/queries/search-hits';
import { visibleRows, type IndexedChunk } from '../../../../src/stores/documents/search-index';
import { type RelationRow } from '../../../../src/stores/documents/contents/relations';
import { createDocumentUpkeep } from '../../../../src/stores/documents/document-writes';
import { createDice } from '../../../../bench/generate/dice';
import { startDatabase, type TestDatabase } from '../../../setup/database';
import { suiteSeed } from '../../../setup/suite-seed';
import { CollectionModel, keyOf, relationKey, tokens } from './collection-model';
import { expectLanguages } from './collection-reads';
import { createQuestions } from './collection-questions';
import { addFile, collect, expectNothingLeft, owner, vectorOf } from './collection-stack';
import { type CollectionAction, createSyncActions, expectTombstones, filesMax, syncOf } from './sync-actions';

const seed = suiteSeed(1);
const steps = Number(process.env.SHEAF_STEPS ?? 60);
const hourMs = 3_600_000;
const environments = ['development', 'staging', 'production'] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.close());

test.each([seed, seed + 1, seed + 2])(
  'whatever is done to collections and copies of them, each shows what was done to it and nothing else (seed %i)',
  async (seed) => {
    const log: string[] = [];
    const run = createRun(seed, `s${seed}-${randomInt(1e9)}`, log);
    try {
      for (let step = 0; step < steps; step++) {
        await run.step();
        await run.check();
      }
      await run.end();
    } catch (error) {
      throw new Error(`seed ${seed} failed after:\n${log.join('\n')}`, { cause: error });
    }
  },
  600_000,
);

function createRun(seed: number, prefix: string, log: string[]) {
  const { stores, documentWrites: writes, search } = database;
  const model = new CollectionModel();
  const dice = createDice(seed);
  const next = () => dice.fraction();
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(next() * items.length)];
  const names = () => [...model.collections.keys()];
  let made = 0;
  const upkeep = upkeepAfter(2 * hourMs);
  const askDuring = createQuestions(database, 'words');

  const row = async (name: string): Promise<CollectionRow> => {
    const environment = model.get(name).environment as (typeof environments)[number];
    return (await stores.collections.find({ ...owner, environment }, name))!;
  };
  const anyDocument = (name: string) => pick([...model.get(name).documents.keys()]);
  const anyChunk = (name: string) => {
    const documentId = anyDocument(name);
    if (documentId === undefined) return undefined;
    const { texts } = model.get(name).documents.get(documentId)!;
    return { documentId, index: Math.floor(next() * texts.length) };
  };

  const actions: Record<string, CollectionAction> = {
    index: {
      weight: 6,
      async act(name) {
        const file = `file-${Math.floor(next() * filesMax)}`;
        const held = [...model.get(name).documents.values()].filter((version) => version.file === file);
        const jobId = `job_${++made}`;
        // Files of which some hold others beside their own document, and not always the same number of them.
        const parts = Array.from({ length: next() < 0.6 ? 1 : 1 + Math.floor(next() * 3) }, (_, part) => ({
          name: file,
          part,
          jobId,
          syncId: syncOf(file),
          texts: Array.from({ length: 1 + Math.floor(next() * 3) }, (__, i) => `words ${++made} ${i}`),
          ...(next() < 0.8 && idOf(held.find((version) => version.part === part))),
        }));
        const ids = await addFile(writes, await row(name), parts);
        model.index(
          name,
          file,
          jobId,
          parts.map(({ texts }, i) => ({ documentId: ids[i]!, texts })),
        );
        return `${file} as ${ids.join(', ')}`;
      },
    },
    remove: {
      weight: 3,
      async act(name) {
        const documentId = anyDocument(name);
        if (documentId === undefined) return null;
        expect(await writes.removeDocument((await row(name))._id, documentId)).toBe(true);
        model.delete(name, documentId);
        return documentId;
      },
    },
    ...createSyncActions(database, { model, row, pick, dice, newJob: () => `${prefix}-job-${++made}` }),
    documentMetadata: {
      weight: 3,
      async act(name) {
        const documentId = anyDocument(name);
        if (documentId === undefined) return null;
        const custom = { colour: pick(['red', 'green'])!, year: Math.floor(next() * 4) };
        const [outcome] = await writes.writeMetadata((await row(name))._id, [
          { documentId, chunkIndex: null, mode: 'put', custom },
        ]);
        expect(outcome).toMatchObject({ state: 'written' });
        model.get(name).documents.get(documentId)!.custom = custom;
        return documentId;
      },
    },
    chunkMetadata: {
      weight: 3,
      async act(name) {
        const chunk = anyChunk(name);
        if (chunk === undefined) return null;
        const value = next() < 0.3 ? null : pick(['high', 'low'])!;
        const [outcome] = await writes.writeMetadata((await row(name))._id, [
          { documentId: chunk.documentId, chunkIndex: chunk.index, mode: 'patch', custom: { rank: value } },
        ]);
        expect(outcome).toMatchObject({ state: 'written' });
        model.get(name).documents.get(chunk.documentId)!.chunkCustom[chunk.index] =
          value === null ? {} : { rank: value };
        return `${chunk.documentId}:${chunk.index} ${String(value)}`;
      },
    },
    relate: {
      weight: 4,
      async act(name) {
        const source = anyChunk(name);
        const target = anyChunk(name);
        if (source === undefined || target === undefined || source.documentId === target.documentId)
          return null;
        const relation = { type: pick(['cites', 'repeats'])!, source, target, note: `note ${++made}` };
        const [outcome] = await writes.putRelations((await row(name))._id, [
          { ...relation, metadata: { note: relation.note }, jobId: null },
        ]);
        expect(outcome).toMatchObject({ state: model.relate(name, relation) ? 'created' : 'updated' });
        return relationKey(relation);
      },
    },
    unrelate: {
      weight: 2,
      async act(name) {
        const key = pick([...model.get(name).relations.keys()]);
        if (key === undefined) return null;
        const { relationId } = (await relationsOf(await row(name))).find((found) => keyOf(found) === key)!;
        expect(await writes.removeRelation((await row(name))._id, relationId)).toBe(true);
        model.get(name).relations.delete(key);
        return key;
      },
    },
    rollBack: {
      weight: 3,
      async act(name) {
        const documentId = anyDocument(name);
        if (documentId === undefined) return null;
        const { jobId } = model.get(name).documents.get(documentId)!;
        const { _id } = await row(name);
        const outcome = await writes.rollBack(_id, jobId, documentId);
        expect(await writes.rollBack(_id, jobId, documentId)).toEqual(outcome);
        const hadFormer = model.restorable(name, documentId).length > 0;
        const back = model.rollBack(name, documentId);
        if (outcome.state === 'restored') outcome.documentIds.sort();
        expect(outcome).toEqual(
          back.length > 0
            ? { state: 'restored', documentIds: back.sort() }
            : { state: hadFormer ? 'not_restored' : 'removed' },
        );
        return `${documentId} ${outcome.state}`;
      },
    },
    rollBackFormers: {
      weight: 2,
      async act(name) {
        const documentId = anyDocument(name);
        if (documentId === undefined) return null;
        const formers = model.restorable(name, documentId);
        for (const former of formers) {
          const outcome = await writes.rollBack(
            (await row(name))._id,
            former.version.jobId,
            former.documentId,
          );
          expect(['superseded', 'gone']).toContain(outcome.state);
          former.version.rolledBack = true;
        }
        return `${documentId}: ${formers.length}`;
      },
    },
    copy: {
      weight: 4,
      async act(name) {
        if (names().length >= 6) return null;
        const target = `${prefix}-${++made}`;
        const includeGraph = next() < 0.7;
        const { environment } = await row(name);
        const outcome = await stores.collections.copy(
          { ...owner, environment },
          { source: name, target, includeGraph },
        );
        expect(outcome.state).toBe('copied');
        model.copy(name, target, includeGraph);
        return `${target} ${includeGraph ? 'with' : 'without'} graph`;
      },
    },
    drop: {
      weight: 1,
      async act(name) {
        const { environment } = await row(name);
        expect(await stores.collections.remove({ ...owner, environment }, name)).not.toBeNull();
        model.collections.delete(name);
        return '';
      },
    },
    wipe: {
      weight: 1,
      async act(name) {
        const { documents } = model.counts(name);
        expect(await writes.removeAll((await row(name))._id)).toBe(documents);
        model.wipe(name);
        return '';
      },
    },
    flatten: {
      weight: 2,
      async act(name) {
        const { _id } = await row(name);
        expect(await upkeep.flatten(_id, { untilMs: Infinity, onBatch: () => undefined })).toBe(true);
        return '';
      },
    },
    collect: {
      weight: 2,
      async act() {
        await collect(upkeep);
        return '';
      },
    },
    move: {
      weight: 1,
      async act(name) {
        const { environment } = await row(name);
        const to = environments.find((one) => one !== environment)!;
        const noJob = () => Promise.resolve(null);
        const outcome = await stores.collections.move({ ...owner, environment }, name, to, noJob);
        expect(outcome.state).toBe('moved');
        model.get(name).environment = to;
        return to;
      },
    },
  };
  const bag = Object.entries(actions).flatMap(([name, { weight }]) => Array<string>(weight).fill(name));

  /**
   * Queries that come while something is replaced answer each file as it was or as it is, whole: never
   * without it.
   */
  async function actAsked(action: string, name: string): Promise<string | null> {
    const before = model.textsByFile(name);
    const { result, answers } = await askDuring(
      () => row(name),
      () => actions[action]!.act(name),
    );
    for (const [file, former] of before) {
      const now = model.textsByFile(name).get(file) ?? [];
      const known = [...former, ...now];
      for (const answer of answers)
        expect([former, now]).toContainEqual(answer.filter((text) => known.includes(text)));
    }
    return result;
  }

  async function relationsOf(collection: CollectionRow): Promise<RelationRow[]> {
    return stores.relations.find(await stores.documents.view(collection), {});
  }

  async function checkCollection(name: string): Promise<void> {
    const collection = await row(name);
    const expected = model.get(name);
    expect(collection.counts).toEqual(model.counts(name));

    const { documents, total } = await stores.documents.list(collection, { offset: 0, limit: 1_000 });
    expect(total).toBe(expected.documents.size);
    expectLanguages(collection, documents);
    expect(documents.map((document) => document.documentId).sort()).toEqual(
      [...expected.documents.keys()].sort(),
    );
    for (const document of documents) {
      const version = expected.documents.get(document.documentId)!;
      const chunks = await stores.chunks.list(collection, document, { from: 0, limit: 100, regions: true });
      expect({
        identity: document.identity,
        jobId: document.jobId,
        archived: document.archived,
        custom: { ...fromPairs(document.custom) },
        texts: chunks.map(({ text }) => text),
        chunkCustom: chunks.map(({ custom }) => ({ ...fromPairs(custom) })),
      }).toEqual({
        identity: partIdentity(nameIdentity(version.file), version.part),
        jobId: version.jobId,
        archived: version.archived,
        custom: version.custom,
        texts: version.texts,
        chunkCustom: version.chunkCustom,
      });
      expect((await stores.pages.get(document._id, 0))?.text).toBe(version.texts.join('\n'));
    }
    const relations = await relationsOf(collection);
    expect(relations.map((found) => [keyOf(found), found.metadata.note]).sort()).toEqual(
      [...expected.relations].map(([key, { note }]) => [key, note]).sort(),
    );
    await expectTombstones(database, collection, expected);
    await checkSearch(collection, name);
  }

  /**
   * The index may propose more than is visible, never less; what MongoDB confirms has to be everything, with
   * its metadata.
   */
  async function checkSearch(collection: CollectionRow, name: string): Promise<void> {
    const view = await stores.documents.view(collection);
    const namespaces = view.map(({ namespace }) => namespace);
    await search.refresh(namespaces);
    const { hits } = await search.search<IndexedChunk>(namespaces, { query: visibleRows(view), size: 1_000 });
    const rows = hits.hits.map((hit) => ({ id: hit._id!, row: hit._source! }));
    const proposed = rows.map(({ id, row }) => ({ id, versionId: row.version }));
    const confirmed = await stores.searchHits.read(collection, proposed);
    // A reader with rows kept from earlier steps sees the same as one that has kept nothing.
    expect(confirmed).toEqual(await createSearchHitStore(database.mongo.db).read(collection, proposed));
    const found = rows.filter(({ id }) => confirmed.has(id));
    expect(found.map(({ row }) => `${row.document}:${row.index} ${row.text}`).sort()).toEqual(
      [...model.get(name).documents]
        .flatMap(([id, { texts }]) => texts.map((text, i) => `${id}:${i} ${text}`))
        .sort(),
    );
    for (const { id, row } of found) {
      const vector = (await search.vectors(row.namespace, [id])).get(id)!;
      vectorOf(row.text).forEach((value, i) => {
        expect(vector[i]).toBeCloseTo(value, 5);
      });
      expect(id).toBe(chunkRowId(row.version, row.index));
      const { custom, chunkCustom, archived } = model.get(name).documents.get(row.document)!;
      expect(row.archived).toBe(archived);
      const { graph } = view.find(({ namespace }) => namespace === row.namespace)!;
      const own = graph ? chunkCustom[row.index]! : {};
      expect((graph ? row.meta : row.document_meta).sort()).toEqual(tokens({ ...custom, ...own }));
    }
  }

  return {
    async step(): Promise<void> {
      if (names().length === 0) {
        const name = `${prefix}-${++made}`;
        await stores.collections.ensure(owner, name, { description: null, metadata: null });
        model.create(name);
        log.push(`create ${name}`);
      }
      const action = pick(bag)!;
      const name = pick(names())!;
      log.push(`${action} ${name}`);
      const note = asked.includes(action) ? await actAsked(action, name) : await actions[action]!.act(name);
      log.push(`  ${note ?? 'nothing to do'}`);
    },
    /** Once no collection names anything, nothing is left. */
    async end(): Promise<void> {
      const later = upkeepAfter(8 * 24 * hourMs);
      await collect(later);
      await this.check();
      for (const name of names()) await actions.drop!.act(name);
      await collect(later);
      // Shared indexes are searched for rows of late writers once more.
      await collect(upkeepAfter(10 * 24 * hourMs));
      await expectNothingLeft(database);
    },
    async check(): Promise<void> {
      for (const name of names()) await checkCollection(name);
    },
  };
}

const upkeepAfter = (ms: number) =>
  createDocumentUpkeep({ db: database.mongo.db, search: database.search }, () => new Date(Date.now() + ms));

/** Actions that put something in the place of what a collection shows. */
const asked = ['index', 'rollBack', 'documentMetadata', 'chunkMetadata', 'flatten'];

const idOf = (version: { documentId: string } | undefined) => version && { documentId: version.documentId };
