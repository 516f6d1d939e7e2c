import { readFile } from 'node:fs/promises';
import { PDFiumModule } from '@hyzyla/pdfium';

/** An address in PDFium's memory; 0 is null. */
export type Pointer = number;

/**
 * Functions of PDFium's C interface that are used here (`fpdfview.h`, `fpdf_text.h`, `fpdf_edit.h`,
 * `fpdf_doc.h`, `fpdf_annot.h`, `fpdf_formfill.h`). PDFium is compiled to WebAssembly: a hostile file cannot
 * reach beyond its memory, and the build has no JavaScript engine, so that scripts in a file never run.
 * Functions that fill a buffer return the bytes that they need.
 */
interface PdfiumFunctions {
  FPDF_InitLibrary(): void;
  FPDF_LoadMemDocument(bytes: Pointer, size: number, password: Pointer): Pointer;
  FPDF_GetLastError(): number;
  FPDF_CloseDocument(document: Pointer): void;
  FPDF_GetPageCount(document: Pointer): number;
  FPDF_GetMetaText(document: Pointer, tag: Pointer, buffer: Pointer, size: number): number;
  FPDF_LoadPage(document: Pointer, index: number): Pointer;
  FPDF_ClosePage(page: Pointer): void;
  FPDF_GetPageWidthF(page: Pointer): number;
  FPDF_GetPageHeightF(page: Pointer): number;
  FPDF_GetPageBoundingBox(page: Pointer, rect: Pointer): number;
  FPDFPage_GetRotation(page: Pointer): number;
  FPDFText_LoadPage(page: Pointer): Pointer;
  FPDFText_ClosePage(text: Pointer): void;
  FPDFText_CountChars(text: Pointer): number;
  FPDFText_GetUnicode(text: Pointer, index: number): number;
  FPDFText_HasUnicodeMapError(text: Pointer, index: number): number;
  FPDFText_IsGenerated(text: Pointer, index: number): number;
  FPDFText_IsHyphen(text: Pointer, index: number): number;
  FPDFText_GetTextObject(text: Pointer, index: number): Pointer;
  FPDFText_GetLooseCharBox(text: Pointer, index: number, rect: Pointer): number;
  FPDFText_GetCharBox(
    text: Pointer,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): number;
  FPDFText_GetCharOrigin(text: Pointer, index: number, x: Pointer, y: Pointer): number;
  FPDFText_GetMatrix(text: Pointer, index: number, matrix: Pointer): number;
  FPDFText_GetFontSize(text: Pointer, index: number): number;
  FPDFPageObj_GetMarkedContentID(object: Pointer): number;
  FPDFTextObj_GetFont(object: Pointer): Pointer;
  FPDFFont_GetBaseFontName(font: Pointer, buffer: Pointer, size: number): number;
  FPDFFont_GetFlags(font: Pointer): number;
  FPDFPage_CountObjects(page: Pointer): number;
  FPDFPage_GetObject(page: Pointer, index: number): Pointer;
  FPDFFormObj_CountObjects(form: Pointer): number;
  FPDFFormObj_GetObject(form: Pointer, index: number): Pointer;
  FPDFPageObj_GetType(object: Pointer): number;
  FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): number;
  FPDFPageObj_GetBounds(
    object: Pointer,
    left: Pointer,
    bottom: Pointer,
    right: Pointer,
    top: Pointer,
  ): number;
  FPDFImageObj_GetImagePixelSize(image: Pointer, width: Pointer, height: Pointer): number;
  FPDFPath_GetDrawMode(path: Pointer, fillMode: Pointer, stroke: Pointer): number;
  FPDFPath_CountSegments(path: Pointer): number;
  FPDFPath_GetPathSegment(path: Pointer, index: number): Pointer;
  FPDFPathSegment_GetPoint(segment: Pointer, x: Pointer, y: Pointer): number;
  FPDFPathSegment_GetType(segment: Pointer): number;
  FPDFPathSegment_GetClose(segment: Pointer): number;
  FPDF_StructTree_GetForPage(page: Pointer): Pointer;
  FPDF_StructTree_Close(tree: Pointer): void;
  FPDF_StructTree_CountChildren(tree: Pointer): number;
  FPDF_StructTree_GetChildAtIndex(tree: Pointer, index: number): Pointer;
  FPDF_StructElement_GetType(element: Pointer, buffer: Pointer, size: number): number;
  FPDF_StructElement_CountChildren(element: Pointer): number;
  FPDF_StructElement_GetChildAtIndex(element: Pointer, index: number): Pointer;
  FPDF_StructElement_GetChildMarkedContentID(element: Pointer, index: number): number;
  FPDFDoc_GetAttachmentCount(document: Pointer): number;
  FPDFPage_GetAnnotCount(page: Pointer): number;
  FPDFPage_GetAnnot(page: Pointer, index: number): Pointer;
  FPDFPage_CloseAnnot(annotation: Pointer): void;
  FPDFAnnot_GetSubtype(annotation: Pointer): number;
  FPDFAnnot_GetRect(annotation: Pointer, rect: Pointer): number;
  FPDFAnnot_GetStringValue(annotation: Pointer, key: Pointer, buffer: Pointer, size: number): number;
  FPDFAnnot_GetFlags(annotation: Pointer): number;
  FPDFDOC_InitFormFillEnvironment(document: Pointer, info: Pointer): Pointer;
  FPDFAnnot_GetFormFieldType(form: Pointer, annotation: Pointer): number;
  FPDFAnnot_GetFormFieldFlags(form: Pointer, annotation: Pointer): number;
  FPDFAnnot_GetFormFieldValue(form: Pointer, annotation: Pointer, buffer: Pointer, size: number): number;
  FPDFAnnot_GetFormFieldExportValue(
    form: Pointer,
    annotation: Pointer,
    buffer: Pointer,
    size: number,
  ): number;
  FPDFAnnot_GetOptionCount(form: Pointer, annotation: Pointer): number;
  FPDFAnnot_IsOptionSelected(form: Pointer, annotation: Pointer, index: number): number;
  FPDFAnnot_GetOptionLabel(
    form: Pointer,
    annotation: Pointer,
    index: number,
    buffer: Pointer,
    size: number,
  ): number;
  FPDFBookmark_GetFirstChild(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetNextSibling(document: Pointer, bookmark: Pointer): Pointer;
  FPDFBookmark_GetTitle(bookmark: Pointer, buffer: Pointer, size: number): number;
  FPDFBookmark_GetDest(document: Pointer, bookmark: Pointer): Pointer;
  FPDFDest_GetDestPageIndex(document: Pointer, destination: Pointer): number;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, first: Pointer, stride: number): Pointer;
  FPDFBitmap_FillRect(
    bitmap: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    colour: number,
  ): number;
  FPDFBitmap_GetBuffer(bitmap: Pointer): Pointer;
  FPDFBitmap_GetStride(bitmap: Pointer): number;
  FPDFBitmap_Destroy(bitmap: Pointer): void;
  FPDF_RenderPageBitmap(
    bitmap: Pointer,
    page: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
}

interface EmscriptenModule {
  /** Exported functions. Their wrappers on the module check arguments first, at three times the cost. */
  wasmExports: PdfiumFunctions & { malloc: (size: number) => Pointer; free: (pointer: Pointer) => void };
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}

/**
 * A PDFium instance and access to its memory. Views of the memory become invalid when it grows, so that no
 * caller keeps one.
 */
export interface Pdfium extends PdfiumFunctions {
  /** 96 bytes for output parameters; the next call may overwrite them. */
  readonly scratch: Pointer;
  /** Copies bytes into PDFium's memory. They are never freed, because the memory goes with the instance. */
  store(bytes: Uint8Array): Pointer;
  bytes(at: Pointer, length: number): Uint8Array;
  int(at: Pointer): number;
  float(at: Pointer): number;
  double(at: Pointer): number;
  /** Text that `fill` writes as UTF-8 or UTF-16 with a terminator; '' past `textBytesMax`. */
  text(encoding: 'utf-8' | 'utf-16le', fill: (buffer: Pointer, size: number) => number): string;
}

const scratchBytes = 96;
const textBytesMax = 1_000_000;
const memoryBytesMax = 640 * 1024 * 1024;

type Factory = (options: object) => Promise<unknown>;

/** Global of Node that its type declarations lack. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (program: object, imports: object) => object;
};

/** Imports of the WebAssembly program, among them the function that grows its memory. */
interface WasmImports {
  env: { emscripten_resize_heap: (bytes: number) => boolean };
}

let program: Promise<object> | null = null;

/** Compiled program, one per thread. */
function compiled(): Promise<object> {
  program ??= readFile(require.resolve('@hyzyla/pdfium/pdfium.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return program;
}

/** Whether PDFium crashed, out of memory or on a malformed file. The instance is unusable then. */
export function isPdfiumFault(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RuntimeError' || error.name === 'RangeError');
}

/**
 * Creates a PDFium instance. Its memory grows to what a file needs, up to 640 MB, and never shrinks, so that
 * each file gets its own.
 *
 * @throws Error where WebAssembly cannot run
 */
export async function createPdfium(): Promise<Pdfium> {
  const code = await compiled();
  const instantiateWasm = (imports: WasmImports, done: (instance: object) => void) => {
    const { env, ...rest } = imports;
    const grow = env.emscripten_resize_heap;
    const emscripten_resize_heap = (bytes: number) => bytes >>> 0 <= memoryBytesMax && grow(bytes);
    done(new WebAssembly.Instance(code, { ...rest, env: { ...env, emscripten_resize_heap } }));
    return {};
  };
  const module = (await (PDFiumModule as unknown as Factory)({
    instantiateWasm,
    printErr: () => undefined,
  })) as EmscriptenModule;
  const functions = module.wasmExports;
  const { malloc, free } = functions;
  functions.FPDF_InitLibrary();
  return Object.assign(Object.create(functions) as PdfiumFunctions, {
    scratch: malloc(scratchBytes),
    store(bytes: Uint8Array) {
      const at = malloc(bytes.length);
      if (at === 0) throw new RangeError('PDFium has no memory left');
      module.HEAPU8.set(bytes, at);
      return at;
    },
    bytes: (at: Pointer, length: number) => module.HEAPU8.subarray(at, at + length),
    int: (at: Pointer) => module.HEAP32[at >> 2]!,
    float: (at: Pointer) => module.HEAPF32[at >> 2]!,
    double: (at: Pointer) => module.HEAPF64[at >> 3]!,
    text(encoding: 'utf-8' | 'utf-16le', fill: (buffer: Pointer, size: number) => number) {
      const size = fill(0, 0);
      const end = encoding === 'utf-8' ? 1 : 2;
      if (size <= end || size > textBytesMax) return '';
      const buffer = malloc(size);
      fill(buffer, size);
      const text = Buffer.from(module.HEAPU8.subarray(buffer, buffer + size - end)).toString(
        encoding === 'utf-8' ? 'utf8' : 'utf16le',
      );
      free(buffer);
      return text;
    },
  });
}
