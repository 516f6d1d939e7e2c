export { openZip, type ZipArchive } from './zip-archive';
export { type ZipEntry } from './zip-entry';
export { defaultZipLimits, type ZipLimits } from './zip-limits';
