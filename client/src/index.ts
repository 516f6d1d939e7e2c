export { type Call, createSheaf, type Sheaf, type SheafOptions } from './create-sheaf.js';
export { type components, type operations, type paths } from './openapi.js';
export { SheafError } from './sheaf-error.js';
