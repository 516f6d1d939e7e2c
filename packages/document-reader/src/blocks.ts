/**
 * What the reader gives, without the reader: blocks, figures and errors. Programs that leave the reading to
 * their threads import this entry alone, which loads none of the formats.
 *
 * @packageDocumentation
 */
export {
  type Block,
  type Box,
  type FigureBlock,
  type HeadingBlock,
  type ListItemBlock,
  placeless,
  type TableBlock,
  type TextBlock,
} from './block';
export {
  type BlockSink,
  type DocumentHead,
  figureContentOf,
  figureIdOf,
  type PageHead,
  type PictureWord,
} from './block-sink';
export { blockText, tableLine, tableText } from './block-text';
export { DocumentError, type DocumentErrorCode, documentErrorOf } from './document-error';
export { coverPng, writePng } from './pdf/png';
