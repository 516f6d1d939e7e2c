export { builtInFormatCode } from './built-in-formats';
export { isDateFormat } from './is-date-format';
