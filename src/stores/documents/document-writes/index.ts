export { createDocumentUpkeep, type DocumentUpkeep } from './collect';
export { createDocumentWrites } from './create-document-writes';
export {
  DocumentWriteError,
  type DocumentWrites,
  type MetadataChange,
  type MetadataOutcome,
  type MetadataTarget,
  type NewChunk,
  type NewRelation,
  type OpenDocument,
  type OpenVersion,
  type PublishOutcome,
  type RelationOutcome,
  type WrittenVersion,
} from './document-writes';
export { findMissingIndexes, type MissingIndex } from './missing-indexes';
export { rebuildIndex, type Rebuilt, type VectorsOf } from './rebuild-index';
export { reEmbed, type NewVectors } from './re-embed';
