/**
 * Reader of documents: PDF, DOCX, PPTX, ODT, ODP, RTF, EPUB, HTML, Markdown, notebooks, mail and
 * mailboxes, plain text and pictures, and of the files in ZIP archives.
 *
 * `sniffFile` tells the kind of a file by its content. `readDocument` hands out its blocks, pages and
 * pictures in reading order, one pass. Faults of a file are `DocumentError`s.
 *
 * @packageDocumentation
 */
export { type BlockKinds, createBlockKinds } from './block-kinds';
export {
  type Block,
  blockText,
  type BlockSink,
  type Box,
  coverPng,
  DocumentError,
  type DocumentErrorCode,
  documentErrorOf,
  type DocumentHead,
  type FigureBlock,
  figureContentOf,
  figureIdOf,
  type HeadingBlock,
  type ListItemBlock,
  type PageHead,
  type PictureWord,
  placeless,
  type TableBlock,
  tableLine,
  tableText,
  type TextBlock,
  writePng,
} from './blocks';
export { type MessageHead, type MessageMetadata, type MessageThread } from './formats/email/message-head';
export { type ContainedFile, type ContainerHead } from './container-head';
export { emitText } from './formats/text';
export { readWholeText } from './formats/text/read-text';
export { FILE_KINDS, type FileFamily, type FileKind } from './kind/file-kind';
export { givenTextKind } from './kind/given-text-kind';
export { sniffFile } from './kind/sniff-file';
export {
  type PictureFile,
  type PictureReading,
  type RecognisedPicture,
  recognisePictures,
} from './ocr/recognise-pictures';
export { type DocumentInput, readDocument } from './read-document';
