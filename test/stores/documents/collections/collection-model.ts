import { type CollectionCounts, noCounts } from '../../../../src/domain/documents/collection';
import { type RelationRow } from '../../../../src/stores/documents/contents/relations';
import { keyToken, valueToken } from '../../../../src/stores/documents/search-index';
import { type CustomMetadata } from '../../../../src/domain/documents/document';

interface ModelVersion {
  documentId: string;
  file: string;
  /** Its place in the file. */
  part: number;
  texts: string[];
  jobId: string;
  custom: CustomMetadata;
  chunkCustom: CustomMetadata[];
  archived: boolean;
  /** Versions that this one replaced, with the relations that started there. */
  former: Former[];
  /** It was rolled back while another version stood in its place. */
  rolledBack?: true;
}

interface Former {
  documentId: string;
  version: ModelVersion;
  relations: [string, ModelRelation][];
}

interface ModelRelation {
  type: string;
  source: { documentId: string; index: number };
  target: { documentId: string; index: number };
  note: string;
}

/** The expected content of a collection, in plain maps that copies really copy. */
export interface ModelCollection {
  environment: string;
  documents: Map<string, ModelVersion>;
  relations: Map<string, ModelRelation>;
  /** Files of syncs whose own document a caller has deleted. */
  deleted: Set<string>;
  /** What jobs have taken away and not brought back, by job. */
  taken: Map<string, { file: string; formers: Former[] }>;
}

/** Collections by name and environment, as everybody would write them who had no need to be fast. */
export class CollectionModel {
  readonly collections = new Map<string, ModelCollection>();

  create(name: string): void {
    this.collections.set(name, {
      environment: 'production',
      documents: new Map(),
      relations: new Map(),
      deleted: new Set(),
      taken: new Map(),
    });
  }

  /** A file of one or several parts takes the place of all that is there of it. */
  index(name: string, file: string, jobId: string, parts: { documentId: string; texts: string[] }[]): void {
    const { documents } = this.get(name);
    const before = [...documents].filter(
      ([id, version]) => version.file === file || parts.some(({ documentId }) => documentId === id),
    );
    const formers = before.map(([documentId, version]) => this.former(name, documentId, version));
    for (const { documentId } of formers) this.remove(name, documentId);
    const versions = parts.map(({ documentId, texts }, part): ModelVersion => ({
      file,
      part,
      texts,
      jobId,
      custom: {},
      chunkCustom: texts.map(() => ({})),
      archived: false,
      former: [],
      documentId,
    }));
    for (const former of formers) {
      const own =
        versions.find(({ documentId }) => documentId === former.documentId) ??
        versions.find(({ part }) => part === former.version.part && former.version.file === file);
      (own ?? versions[0]!).former.push(former);
    }
    for (const version of versions) documents.set(version.documentId, version);
    this.get(name).deleted.delete(file);
  }

  /** A caller deletes a document. */
  delete(name: string, documentId: string): void {
    const { documents, deleted } = this.get(name);
    const { file, part } = documents.get(documentId)!;
    if (isSynced(file) && part === 0) deleted.add(file);
    this.remove(name, documentId);
  }

  /** A job of a sync takes away what a file became; answers how many documents that were. */
  takeAway(name: string, file: string, jobId: string): number {
    const { documents, taken } = this.get(name);
    const gone = [...documents].filter(([, version]) => version.file === file);
    const formers = gone.map(([documentId, version]) => this.former(name, documentId, version));
    for (const [documentId] of gone) this.remove(name, documentId);
    if (gone.length > 0) taken.set(jobId, { file, formers });
    return gone.length;
  }

  /** A job that has taken something away is rolled back; answers what is back. */
  bringBack(name: string, jobId: string): string[] {
    const { documents, taken } = this.get(name);
    const { file, formers } = taken.get(jobId)!;
    taken.delete(jobId);
    const isShown = [...documents.values()].some((version) => version.file === file);
    return isShown ? [] : this.show(name, restorable(formers));
  }

  remove(name: string, documentId: string): void {
    const { documents, relations } = this.get(name);
    documents.delete(documentId);
    this.dropRelationsOf(relations, documentId);
  }

  /** Answers what is back; a document whose place is taken stays away. */
  rollBack(name: string, documentId: string): string[] {
    const { former } = this.get(name).documents.get(documentId)!;
    this.remove(name, documentId);
    return this.show(name, restorable(former));
  }

  /** Shows former versions whose places are free. */
  private show(name: string, formers: readonly Former[]): string[] {
    const { documents, relations, deleted } = this.get(name);
    const taken = [...documents.values()].map(({ file, part }) => `${file} ${part}`);
    const back = formers.filter(
      (one) => !documents.has(one.documentId) && !taken.includes(`${one.version.file} ${one.version.part}`),
    );
    for (const one of back) documents.set(one.documentId, structuredClone(one.version));
    for (const { version } of back) if (version.part === 0) deleted.delete(version.file);
    for (const one of back) for (const [key, relation] of one.relations) relations.set(key, relation);
    return back.map((one) => one.documentId);
  }

  /** Versions that a rollback of a document would bring back, were their places free. */
  restorable(name: string, documentId: string): Former[] {
    return restorable(this.get(name).documents.get(documentId)!.former);
  }

  copy(from: string, to: string, graph: boolean): void {
    const copy = structuredClone(this.get(from));
    for (const version of copy.documents.values()) forgetRollbacks(version);
    if (!graph) {
      copy.relations.clear();
      for (const version of copy.documents.values()) dropGraph(version);
    }
    copy.environment = this.get(from).environment;
    copy.deleted.clear();
    copy.taken.clear();
    this.collections.set(to, copy);
  }

  wipe(name: string): void {
    const { documents, relations, deleted, taken } = this.get(name);
    for (const held of [documents, relations, deleted, taken]) held.clear();
  }

  /** Source, target and type are the key; answers whether there was none. */
  relate(name: string, relation: ModelRelation): boolean {
    const { relations } = this.get(name);
    const key = relationKey(relation);
    const isNew = !relations.has(key);
    relations.set(key, relation);
    return isNew;
  }

  counts(name: string): CollectionCounts {
    const { documents, relations } = this.get(name);
    const counts = { ...noCounts, documents: documents.size, relations: relations.size };
    for (const { texts, chunkCustom } of documents.values()) {
      counts.chunks += texts.length;
      counts.chunkMetadata += chunkCustom.filter((custom) => Object.keys(custom).length > 0).length;
    }
    for (const { target } of relations.values())
      if (!documents.has(target.documentId)) counts.relationsUnresolved += 1;
    return counts;
  }

  /** Sorted texts of what each file became, as far as it is not archived. */
  textsByFile(name: string): Map<string, string[]> {
    const texts = new Map<string, string[]>();
    for (const version of this.get(name).documents.values())
      if (!version.archived)
        texts.set(version.file, [...(texts.get(version.file) ?? []), ...version.texts].sort());
    return texts;
  }

  get(name: string): ModelCollection {
    return this.collections.get(name)!;
  }

  private former(name: string, documentId: string, version: ModelVersion): Former {
    const ofDocument = [...this.get(name).relations].filter(
      ([, { source }]) => source.documentId === documentId,
    );
    return { documentId, version, relations: ofDocument };
  }

  private dropRelationsOf(relations: Map<string, ModelRelation>, documentId: string): void {
    for (const [key, { source }] of relations) if (source.documentId === documentId) relations.delete(key);
  }
}

/** Whether a file of the random run comes from a sync: some do, by their names. */
export const isSynced = (file: string): boolean => /[0-2]$/.test(file);

/** The key of a stored relation. */
export const keyOf = (row: RelationRow): string =>
  relationKey({
    type: row.type,
    source: { documentId: row.sourceDocumentId, index: row.sourceIndex },
    target: { documentId: row.targetDocumentId, index: row.targetIndex },
  });

/** Tokens by which the search index knows metadata. */
export function tokens(custom: Record<string, unknown>): string[] {
  return Object.entries(custom)
    .flatMap(([key, value]) => [keyToken(key), valueToken(key, value as string)])
    .sort();
}

export function relationKey({ type, source, target }: Omit<ModelRelation, 'note'>): string {
  return `${source.documentId}:${source.index} ${type} ${target.documentId}:${target.index}`;
}

/** What comes back in place of a version: of what was rolled back, what that had replaced. */
function restorable(former: readonly Former[]): Former[] {
  return former.flatMap((one) => (one.version.rolledBack ? restorable(one.version.former) : [one]));
}

/** Rollbacks are of one collection: its copies go back to everything. */
function forgetRollbacks(version: ModelVersion): void {
  delete version.rolledBack;
  for (const former of version.former) forgetRollbacks(former.version);
}

/**
 * Metadata of chunks and relations stay behind in a copy without the graph, also those of versions that may
 * come back.
 */
function dropGraph(version: ModelVersion): void {
  version.chunkCustom = version.texts.map(() => ({}));
  for (const former of version.former) {
    former.relations = [];
    dropGraph(former.version);
  }
}
