export { defaultXlsxLimits, type XlsxLimits } from './limits';
export { openXlsx } from './xlsx-reader';
