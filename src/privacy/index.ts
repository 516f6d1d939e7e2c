export { redactText } from './redact-text';
