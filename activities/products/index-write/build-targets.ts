import { type BuildUnderWay } from '../../../src/domain/products/product-index';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { type NumberedEntry } from '../../../src/stores/products/record-entries';
import { type ActivityDeps } from '../../deps';
import {
  createDocumentMaker,
  type DocumentDeps,
  type DocumentMaker,
  type MadeDocuments,
} from '../build-documents';
import { recordStates } from '../record-states';

/** A build that live writes reach. */
export interface BuildTarget {
  buildId: string;
  physical: string;
  /** Whether it is kept for a rollback only. */
  isFormer: boolean;
  hasVectors: boolean;
  /** Documents of the records with these entries, in their state in the build's view. */
  documentsOf: (
    records: Iterable<readonly [string, readonly NumberedEntry[]]>,
    signal: AbortSignal,
  ) => Promise<MadeDocuments>;
}

/** Builds that live writes reach, with the makers of their documents, for one attempt. */
export interface BuildTargets {
  /** All builds, the former one included, so that a rollback only has to switch. */
  of: (index: ProductIndexRow) => Promise<BuildTarget[]>;
}

export function createBuildTargets(deps: DocumentDeps & Pick<ActivityDeps, 'productBuilds'>): BuildTargets {
  const makers = new Map<string, DocumentMaker | null>();

  async function makerOf(buildId: string): Promise<DocumentMaker | null> {
    const known = makers.get(buildId);
    if (known !== undefined) return known;
    const build = await deps.productBuilds.get(buildId);
    const maker = build === null ? null : createDocumentMaker(deps, build);
    makers.set(buildId, maker);
    return maker;
  }

  async function targetOf(
    { buildId, physical, view }: BuildUnderWay,
    { former, voidThrough }: ProductIndexRow,
  ): Promise<BuildTarget[]> {
    const maker = await makerOf(buildId);
    // The build was removed since the row of its index was read.
    if (maker === null) return [];
    return [
      {
        buildId,
        physical,
        isFormer: buildId === former?.buildId,
        hasVectors: maker.hasVectors,
        async documentsOf(records, signal) {
          const { present, removals } = recordStates(records, view, voidThrough);
          const made = await maker.make(present, signal);
          return { ...made, documents: [...removals, ...made.documents] };
        },
      },
    ];
  }

  return {
    async of(index) {
      const builds = [index.served, index.building, index.former].filter((build) => build !== null);
      return (await Promise.all(builds.map((build) => targetOf(build, index)))).flat();
    },
  };
}
