import { contentTypeOf, sniffBytes, sniffSpreadsheet } from '../../../parsing';
import { type SpreadsheetSniffer } from '../../platform/uploads/store-body';

/** Recognises the spreadsheets that `src/parsing` reads, for uploads. */
export const spreadsheetSniffer: SpreadsheetSniffer = {
  headBytes: sniffBytes,
  sniff(head, byteSize) {
    const type = sniffSpreadsheet(head, byteSize);
    if (type === null || type === 'empty') return type;
    return { contentType: contentTypeOf(type), isText: type === 'csv' || type === 'tsv' };
  },
};
