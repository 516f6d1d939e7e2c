export { type FoundRange, type MaskableDocument, type RangeNotes } from './maskable-file';
export { type MaskedFile, maskFile } from './mask-file';
