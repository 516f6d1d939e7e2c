import { type ZipPart } from '../zip/write-zip';
import {
  OFFICE_RELATIONSHIPS,
  relationshipsXml,
  sheetXml,
  type TestRelationship,
  type TestSheet,
  writeXlsx,
} from './write-xlsx';

const DRAWING_NAMESPACES = [
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  `xmlns:r="${OFFICE_RELATIONSHIPS}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"',
  'xmlns:cx1="http://schemas.microsoft.com/office/drawing/2015/9/8/chartex"',
].join(' ');

/** Bytes of picture `a`, whose name is that of no picture. */
export const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const gif = Buffer.from('GIF89a and so on');
const svg = Buffer.from('<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>');
const media: ZipPart[] = [
  { name: 'xl/media/a.bin', data: png },
  { name: 'xl/media/b.png', data: gif },
  { name: 'xl/media/c.svg', data: svg },
];

/** A sheet, its drawing, and the parts that they lead to. */
export interface Drawn {
  drawing?: string;
  drawingRelationships?: TestRelationship[];
  sheet?: Partial<TestSheet>;
  relationships?: TestRelationship[];
  parts?: ZipPart[];
  workbookRelationships?: TestRelationship[];
}

/** A workbook of one sheet with figures; pictures `a`, `b` and `c` are in it. */
export function workbookWith(drawn: Drawn): Buffer {
  const parts = [...media, ...(drawn.parts ?? [])];
  const relationships = [...(drawn.relationships ?? [])];
  if (drawn.drawing !== undefined) {
    relationships.push({ id: 'drawing', type: 'drawing', target: '../drawings/drawing1.xml' });
    parts.push(
      { name: 'xl/drawings/drawing1.xml', data: drawingXml(drawn.drawing) },
      {
        name: 'xl/drawings/_rels/drawing1.xml.rels',
        data: relationshipsXml(drawn.drawingRelationships ?? []),
      },
    );
  }
  const sheet = { xml: sheetXml(''), relationships, ...drawn.sheet };
  return writeXlsx({ sheets: [sheet], parts, relationships: drawn.workbookRelationships ?? [] });
}

function drawingXml(content: string): string {
  return `<xdr:wsDr ${DRAWING_NAMESPACES}>${content}</xdr:wsDr>`;
}

/** Pieces of a drawing's XML. */
export const corner = (name: string, column: number, row: number) =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>9</xdr:rowOff></xdr:${name}>`;
export const twoCell = (content: string) =>
  `<xdr:twoCellAnchor>${corner('from', 1, 2)}${corner('to', 27, 9)}${content}<xdr:clientData/></xdr:twoCellAnchor>`;
export const picture = (blip: string, name = 'P', alt = '') =>
  `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="${name}" descr="${alt}"/></xdr:nvPicPr><xdr:blipFill><a:blip ${blip}</xdr:blipFill></xdr:pic>`;
export const frame = (chart: string) =>
  `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="C" title="a title"/></xdr:nvGraphicFramePr><a:graphic><a:graphicData>${chart}</a:graphicData></a:graphic></xdr:graphicFrame>`;
/** Relationships to the pictures of every such workbook. */
export const a = { id: 'a', type: 'image', target: '../media/a.bin' };
export const b = { id: 'b', type: 'image', target: '../media/b.png' };
export const c = { id: 'c', type: 'image', target: '../media/c.svg' };
