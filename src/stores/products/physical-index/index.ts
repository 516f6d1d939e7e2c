export { type Columns } from './mapping';
export {
  createPhysicalIndexes,
  physicalName,
  type PhysicalHit,
  type PhysicalIndexes,
  productAlias,
} from './physical-index';
export {
  EngineDiskFull,
  type PhysicalDocument,
  PhysicalIndexGone,
  type RefusedDocument,
  writeAlias,
} from './write-documents';
