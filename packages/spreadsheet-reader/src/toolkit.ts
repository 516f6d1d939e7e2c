/**
 * What readers of other file formats are made of: archives, XML parts and their relations, charts, compound
 * files, character sets, and texts that are built as JSON. Made for readers that are released together with this
 * one: it may change with every version.
 *
 * @packageDocumentation
 */
import * as jsonNumber from './display/json-number';
import * as jsonText from './display/json-text';

export { isoOfSerial } from './display/calendar';
export { toJson } from './display/json';
export { encodeCell, type EncodedText, JsonText } from './display/json-text';
export { unescapeCell } from './display/unescape-cell';
export { decryptPackage } from './encryption';
export { readChart } from './ooxml/charts/chart';
export { describeChart } from './ooxml/charts/chart-text';
export {
  findPart,
  readPartText,
  readRelatedText,
  readRelationships,
  relatedPart,
  type Relationship,
} from './ooxml/relationships';
export { type Vocabulary } from './ooxml/xml/namespaces';
export { decodeXml } from './ooxml/xml/xml-encoding';
export { malformedXml } from './ooxml/xml/xml-error';
export { readXml, type XmlTag } from './ooxml/xml/xml-events';
export { CellRow, createRowBuffer, growRowBuffer } from './row-buffer';
export { isCompoundFile } from './source/compound-head';
export { type CompoundFile, openCompoundFile } from './source/compound/compound-file';
export { IMAGE_HEAD_BYTES, imageType } from './source/image-type';
export { openSourceFile, type SourceFile } from './source/source-file';
export { isZip } from './source/zip-head';
export { charsetWithLabel, declaredCharset, decodeLabelled, detectCharset } from './text/charset';
export { charsetOfCodePage, charsetOfLabel } from './text/charset-label';
export { beginsLikeJson } from './text/json-head';
export { sniffMarkup } from './text/markup-head';
export { createPieceDecoder, decodeAll } from './text/text-decoder';
export { decodeText } from './text/text-head';
export { defaultZipLimits, openZip, type ZipArchive, type ZipEntry } from './zip';

// Values of this module, as in `index.ts`: a re-export is a getter.
export const { copiedBytesMax, separatorLength } = jsonText;
export const { writeJsonNumber } = jsonNumber;
