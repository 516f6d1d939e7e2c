import { type CollectionCounts, noCounts } from '../../../src/domain/collection';
import { type CustomMetadata } from '../../../src/domain/document';

interface ModelVersion {
  identity: string;
  texts: string[];
  jobId: string;
  custom: CustomMetadata;
  chunkCustom: CustomMetadata[];
  /** What the version took the place of. */
  former: { documentId: string; version: ModelVersion } | null;
  hadFormer: boolean;
}

interface ModelRelation {
  type: string;
  source: { documentId: string; index: number };
  target: { documentId: string; index: number };
  note: string;
}

/** What one collection should hold, in plain maps that copies really copy. */
export interface ModelCollection {
  environment: string;
  documents: Map<string, ModelVersion>;
  relations: Map<string, ModelRelation>;
  /** What the documents took the place of may be gone. */
  flattened: boolean;
}

/** Collections by name and environment, as everybody would write them who had no need to be fast. */
export class CollectionModel {
  readonly collections = new Map<string, ModelCollection>();

  create(name: string): void {
    this.collections.set(name, {
      environment: 'production',
      documents: new Map(),
      relations: new Map(),
      flattened: false,
    });
  }

  index(name: string, documentId: string, identity: string, texts: string[], jobId: string): void {
    const { documents, relations } = this.get(name);
    const before = [...documents].find(([id, version]) => id === documentId || version.identity === identity);
    if (before !== undefined) {
      documents.delete(before[0]);
      this.dropRelationsOf(relations, before[0]);
    }
    documents.set(documentId, {
      ...{ identity, texts, jobId, custom: {}, chunkCustom: texts.map(() => ({})) },
      former: before === undefined ? null : { documentId: before[0], version: before[1] },
      hadFormer: before !== undefined,
    });
  }

  remove(name: string, documentId: string): void {
    const { documents, relations } = this.get(name);
    documents.delete(documentId);
    this.dropRelationsOf(relations, documentId);
  }

  rollBack(name: string, documentId: string): 'restored' | 'removed' {
    const { former } = this.get(name).documents.get(documentId)!;
    this.remove(name, documentId);
    if (former === null) return 'removed';
    this.get(name).documents.set(former.documentId, structuredClone(former.version));
    return 'restored';
  }

  copy(from: string, to: string, graph: boolean): void {
    const copy = structuredClone(this.get(from));
    if (!graph) {
      copy.relations.clear();
      for (const version of copy.documents.values()) dropGraph(version);
    }
    copy.environment = this.get(from).environment;
    this.collections.set(to, copy);
  }

  wipe(name: string): void {
    const { documents, relations } = this.get(name);
    documents.clear();
    relations.clear();
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

  get(name: string): ModelCollection {
    return this.collections.get(name)!;
  }

  private dropRelationsOf(relations: Map<string, ModelRelation>, documentId: string): void {
    for (const [key, { source }] of relations) if (source.documentId === documentId) relations.delete(key);
  }
}

export function relationKey({ type, source, target }: Omit<ModelRelation, 'note'>): string {
  return `${source.documentId}:${source.index} ${type} ${target.documentId}:${target.index}`;
}

/** Metadata of chunks stays behind in a copy without the graph, also that of versions that may come back. */
function dropGraph(version: ModelVersion): void {
  version.chunkCustom = version.texts.map(() => ({}));
  if (version.former !== null) dropGraph(version.former.version);
}
