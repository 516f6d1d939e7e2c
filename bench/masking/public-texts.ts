import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../embedded/project-root';
import { createFileParser, type FileParser, ParseError } from '../../src/parsing';

/** Texts in which little or nothing is personal data. */
export interface PublicTexts {
  name: string;
  texts: string[];
  /** Whether `PERSONAL_WORDS` has the personal data of these texts. */
  isJudged: boolean;
}

const folder = join(projectRoot, '../shared/data');
const productsMax = 10_000;
/** Pictures are read by OCR, which takes seconds for each page and adds few words. */
const pictures = /\.(?:png|jpe?g|tiff?|gif|webp|bmp)$/i;
const options = {
  isText: false,
  ocrAllPages: false,
  parsingScript: null,
  language: null,
  ocrLanguage: 'auto' as const,
  transcriptPath: null,
};

/** Texts of products, spreadsheets and files in `../shared/data`; empty lists where it is absent. */
export async function readPublicTexts(): Promise<PublicTexts[]> {
  const parser = createFileParser({ threadsMax: 1 });
  try {
    return [
      { name: 'product records', texts: readProducts(), isJudged: false },
      {
        name: 'spreadsheets',
        texts: await readFiles(parser, join(folder, 'spreadsheets/files')),
        isJudged: false,
      },
      { name: 'real files', texts: await readFiles(parser, join(folder, 'files')), isJudged: true },
    ];
  } finally {
    await parser.close();
  }
}

/** Records of both sets in turn, each as lines of names and values. */
function readProducts(): string[] {
  const sets = ['products/judged/products.ndjson', 'products/magento.ndjson'].map((name) => {
    const file = join(folder, name);
    return existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : [];
  });
  const records = [...sets[0]!.slice(0, productsMax - sets[1]!.length), ...sets[1]!];
  return records.map((line) =>
    Object.entries(JSON.parse(line) as Record<string, unknown>)
      .filter(([, value]) => typeof value === 'string' && value !== '')
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join('\n'),
  );
}

/** The chunks of all files of a folder that can be read. */
async function readFiles(parser: FileParser, from: string): Promise<string[]> {
  if (!existsSync(from)) return [];
  const texts: string[] = [];
  const { signal } = new AbortController();
  for (const filename of readdirSync(from).filter((name) => !pictures.test(name))) {
    const workDirectory = await mkdtemp(join(tmpdir(), 'masking-'));
    try {
      const request = { path: join(from, filename), filename, contentType: null, workDirectory, options };
      const { documents } = await parser.parseFile(request, { signal, onProgress: () => undefined });
      for (const { chunksPath } of documents)
        for (const line of (await readFile(chunksPath, 'utf8')).split('\n'))
          if (line !== '') texts.push((JSON.parse(line) as { text: string }).text);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
    } finally {
      await rm(workDirectory, { recursive: true, force: true });
    }
  }
  return texts;
}
