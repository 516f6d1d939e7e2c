/** Parser family of a file. */
export type FileFamily =
  | 'pdf'
  | 'image'
  | 'word'
  | 'slides'
  | 'doc'
  | 'ppt'
  | 'epub'
  | 'notebook'
  | 'rtf'
  | 'open_text'
  | 'open_slides'
  | 'spreadsheet'
  | 'html'
  | 'markdown'
  | 'text'
  | 'json'
  | 'eml'
  | 'msg'
  | 'mbox'
  | 'archive'
  | 'recording';

/** Kind of a file, by its content. */
export interface FileKind {
  family: FileFamily;
  /** Short name: `pdf`, `docx`, `html`, … */
  fileType: string;
  contentType: string;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** Kinds that detection returns; those of images and recordings follow from their signature. */
export const FILE_KINDS = {
  pdf: { family: 'pdf', fileType: 'pdf', contentType: 'application/pdf' },
  docx: { family: 'word', fileType: 'docx', contentType: `${OFFICE}.wordprocessingml.document` },
  pptx: { family: 'slides', fileType: 'pptx', contentType: `${OFFICE}.presentationml.presentation` },
  doc: { family: 'doc', fileType: 'doc', contentType: 'application/msword' },
  ppt: { family: 'ppt', fileType: 'ppt', contentType: 'application/vnd.ms-powerpoint' },
  xlsx: { family: 'spreadsheet', fileType: 'xlsx', contentType: `${OFFICE}.spreadsheetml.sheet` },
  xlsb: {
    family: 'spreadsheet',
    fileType: 'xlsb',
    contentType: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  },
  xls: { family: 'spreadsheet', fileType: 'xls', contentType: 'application/vnd.ms-excel' },
  ods: { family: 'spreadsheet', fileType: 'ods', contentType: `${OPEN_DOCUMENT}.spreadsheet` },
  csv: { family: 'spreadsheet', fileType: 'csv', contentType: 'text/csv' },
  tsv: { family: 'spreadsheet', fileType: 'tsv', contentType: 'text/tab-separated-values' },
  epub: { family: 'epub', fileType: 'epub', contentType: 'application/epub+zip' },
  odt: { family: 'open_text', fileType: 'odt', contentType: `${OPEN_DOCUMENT}.text` },
  odp: { family: 'open_slides', fileType: 'odp', contentType: `${OPEN_DOCUMENT}.presentation` },
  rtf: { family: 'rtf', fileType: 'rtf', contentType: 'application/rtf' },
  ipynb: { family: 'notebook', fileType: 'ipynb', contentType: 'application/x-ipynb+json' },
  html: { family: 'html', fileType: 'html', contentType: 'text/html' },
  md: { family: 'markdown', fileType: 'md', contentType: 'text/markdown' },
  txt: { family: 'text', fileType: 'txt', contentType: 'text/plain' },
  json: { family: 'json', fileType: 'json', contentType: 'application/json' },
  eml: { family: 'eml', fileType: 'eml', contentType: 'message/rfc822' },
  mbox: { family: 'mbox', fileType: 'mbox', contentType: 'application/mbox' },
  zip: { family: 'archive', fileType: 'zip', contentType: 'application/zip' },
  msg: { family: 'msg', fileType: 'msg', contentType: 'application/vnd.ms-outlook' },
} as const satisfies Record<string, FileKind>;
