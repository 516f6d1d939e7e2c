import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../embedded/project-root';
import type { FileFormat } from './readers';
import type { BenchSubject } from './rounds';

interface ManifestEntry {
  file: string;
  format: string;
  outcome: string;
}

const FORMATS: Record<string, FileFormat> = {
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  xls: 'xls',
  csv: 'csv',
  tsv: 'csv',
};

/**
 * Subjects, one for each format: all files of the real collection that are meant to give values. The
 * collection lies beside the clone where the project is developed; elsewhere the list is empty.
 */
export function realFiles(): BenchSubject[] {
  const folder = join(projectRoot, '..', 'shared', 'data', 'spreadsheets');
  const manifest = join(folder, 'manifest.json');
  if (!existsSync(manifest)) return [];
  const entries = (JSON.parse(readFileSync(manifest, 'utf8')) as ManifestEntry[]).filter(
    (entry) => entry.outcome === 'values',
  );
  return (['xlsx', 'xls', 'csv'] as const).map((format) => {
    const files = entries
      .filter((entry) => FORMATS[entry.format] === format)
      .map((entry) => join(folder, entry.file));
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    return { name: `${files.length} real ${format} files`, format, files, bytes, facts: null };
  });
}
