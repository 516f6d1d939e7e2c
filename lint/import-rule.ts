/** Products that a file may know of. A composition file joins both products. */
export type Wing = 'platform' | 'documents' | 'products' | 'composition';

/** Names of layers, outermost last. */
export type LayerName = (typeof everyLayer)[number] | 'tools';

/** A layer: its files by wing, and the imports that they may have. */
export interface Layer {
  name: LayerName;
  /**
   * Folders (with a slash at the end) and files, relative to the root. The longest entry that fits a file
   * decides.
   */
  files: Partial<Record<Wing, readonly string[]>>;
  /** Contents, for the table in `ARCHITECTURE.md`. */
  holds: string;
  /** Other layers that its files may import. */
  imports: readonly LayerName[];
  /** Other layers of which its files may import types only. */
  types?: readonly LayerName[];
  /**
   * Packages that its files may import: names, `@scope/*`, `node:` for the modules of Node, `package.json`
   * for the file. With `except`: every package but those.
   */
  packages: readonly string[] | { except: readonly string[] };
  /**
   * Set where files outside of a folder of this layer reach it through its `index.ts` only, if it has one.
   */
  throughIndex?: true;
}

const everyLayer = [
  'libraries',
  'domain',
  'basics',
  'configuration',
  'workflows',
  'stores',
  'capabilities',
  'search',
  'services',
  'activities',
  'temporal',
  'jobs',
  'api',
  'programs',
] as const;

/** Packages of the workspace that the service imports. */
const libraries = ['document-reader', 'personal-data', 'spreadsheet-reader'];

/** The layers. Each TypeScript file belongs to one layer and one wing. */
export const LAYERS: readonly Layer[] = [
  {
    name: 'libraries',
    files: { platform: libraries.map((name) => `packages/${name}/src/`) },
    holds: 'packages of their own, which know nothing of the service; others import them by their names',
    imports: [],
    packages: [
      'node:',
      '@hyzyla/pdfium',
      '@imagemagick/magick-wasm',
      '@kenjiuno/msgreader',
      'file-type',
      'htmlparser2',
      'iconv-lite',
      'ibantools',
      'jschardet',
      'libphonenumber-js',
      'marked',
      'numfmt',
      'postal-mime',
      'spreadsheet-reader',
      'stdnum',
      'tesseract.js',
      'xlsx',
    ],
  },
  {
    name: 'domain',
    files: {
      platform: ['src/domain/platform/'],
      documents: ['src/domain/documents/'],
      products: ['src/domain/products/'],
      composition: ['src/domain/activities.ts'],
    },
    holds: 'ids, states and moves, error tables, limits, billing, interfaces of activities; pure',
    imports: [],
    packages: [],
  },
  {
    name: 'basics',
    files: {
      platform: [
        'src/abandoned-scratch.ts',
        'src/background-thread.ts',
        'src/bounded-groups.ts',
        'src/command-errors.ts',
        'src/fair-lanes.ts',
        'src/fair-queue.ts',
        'src/idle-threads.ts',
        'src/joined-signal.ts',
        'src/log.ts',
        'src/misspelt-variables.ts',
        'src/needed-port.ts',
        'src/needed-server.ts',
        'src/open-resources.ts',
        'src/request-id.ts',
        'src/run-program.ts',
        'src/scratch-folder.ts',
        'src/scratch-owner.ts',
        'src/silence-watch.ts',
      ],
    },
    holds:
      'log, request ids, errors of commands, names of variables, ports, resources, signals and threads of a program, silent servers, fair queues, groups',
    imports: ['domain'],
    packages: ['node:', 'pino'],
  },
  {
    name: 'configuration',
    files: {
      platform: ['src/config.ts', 'src/config-schema.ts', 'src/config-docs.ts', 'src/server-access.ts'],
    },
    holds: 'the environment, read once, and the files that it names',
    imports: ['domain', 'basics'],
    packages: ['node:', 'zod'],
  },
  {
    name: 'workflows',
    files: {
      platform: ['workflows/'],
      documents: ['workflows/documents/'],
      products: ['workflows/products/'],
      composition: ['workflows/index.ts'],
    },
    holds: 'decisions, deterministic',
    imports: ['domain'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
  },
  {
    name: 'stores',
    files: {
      platform: ['src/job-rows/', 'src/stores/mongo/', 'src/stores/elastic/', 'src/stores/platform/'],
      documents: ['src/stores/documents/'],
      products: ['src/stores/products/'],
      composition: ['src/stores/index.ts'],
    },
    holds: 'one file per MongoDB collection, the machine for rows of jobs, the search indexes',
    imports: ['domain', 'basics'],
    packages: ['node:', 'mongodb', '@elastic/elasticsearch', 'lru-cache'],
  },
  {
    name: 'capabilities',
    files: {
      platform: [
        'src/blobs/',
        'src/metrics/',
        'src/models/',
        'src/net/',
        'src/object-stores/',
        'src/privacy/',
        'src/signing/',
        'src/streams/',
        'src/traces/',
        'src/webhooks/',
      ],
      documents: ['src/job-events/', 'src/masking-report/', 'src/masking/', 'src/parsing/'],
      products: ['src/product-imports/'],
    },
    holds: 'the real work, callable without HTTP, Temporal or a store',
    imports: ['domain', 'basics', 'configuration'],
    packages: { except: ['@temporalio/*', 'koa', '@koa/*', 'mongodb', '@elastic/*'] },
    throughIndex: true,
  },
  {
    name: 'search',
    files: { documents: ['src/retrieval/'], products: ['src/product-search/'] },
    holds: 'reading what is stored and indexed: filters, queries, ranking; callable without HTTP or Temporal',
    imports: ['domain', 'basics', 'stores', 'capabilities'],
    types: ['configuration'],
    packages: { except: ['@temporalio/*', 'koa', '@koa/*'] },
    throughIndex: true,
  },
  {
    name: 'services',
    files: {
      platform: ['src/services/platform/'],
      documents: ['src/services/documents/'],
      products: ['src/services/products/'],
      composition: ['src/services/deps.ts'],
    },
    holds: 'use cases: what a caller may ask for, one function each; know no HTTP and no wire names',
    imports: ['domain', 'basics', 'stores', 'capabilities', 'search', 'jobs'],
    types: ['configuration'],
    packages: ['node:', 'lru-cache', 'pino'],
  },
  {
    name: 'activities',
    files: {
      platform: ['activities/attempt/', 'activities/platform/'],
      documents: ['activities/documents/'],
      products: ['activities/products/'],
      composition: ['activities/index.ts', 'activities/deps.ts'],
    },
    holds: 'effects, one attempt each, idempotent',
    imports: ['domain', 'basics', 'stores', 'capabilities', 'search', 'services'],
    types: ['jobs'],
    packages: ['node:', '@temporalio/activity', '@temporalio/common'],
  },
  {
    name: 'temporal',
    files: { platform: ['src/temporal/'] },
    holds: 'connection, schedules and the bundle of workflows',
    imports: ['domain', 'basics'],
    packages: [
      'node:',
      '@temporalio/client',
      '@temporalio/common',
      '@temporalio/interceptors-opentelemetry',
      '@temporalio/worker',
    ],
  },
  {
    name: 'jobs',
    files: {
      platform: ['src/jobs/runs.ts', 'src/jobs/webhooks.ts'],
      documents: ['src/jobs/documents.ts', 'src/jobs/syncs.ts'],
      products: ['src/jobs/products.ts'],
      composition: ['src/jobs/index.ts'],
    },
    holds: 'the only place that starts, cancels or describes a workflow',
    imports: ['domain', 'temporal'],
    types: ['workflows'],
    packages: ['@temporalio/client', '@temporalio/common'],
  },
  {
    name: 'api',
    files: {
      platform: ['api/http/', 'api/platform/'],
      documents: ['api/documents/'],
      products: ['api/products/'],
      composition: ['api/any-key.ts', 'api/app.ts', 'api/callers.ts', 'api/deps.ts', 'api/routes.ts'],
    },
    holds: 'HTTP: validate, one call, present',
    imports: ['domain', 'basics', 'stores', 'capabilities', 'search', 'services', 'jobs'],
    types: ['configuration'],
    packages: [
      'node:',
      'package.json',
      '@fastify/busboy',
      '@koa/*',
      '@modelcontextprotocol/sdk',
      '@scalar/api-reference',
      'koa',
      'koa-compress',
      'lru-cache',
      'pino',
      'zod',
    ],
  },
  {
    name: 'programs',
    files: {
      composition: [
        'src/admin.ts',
        'src/admin/',
        'src/api.ts',
        'src/open-deps.ts',
        'src/openapi-document.ts',
        'src/watch-missing.ts',
        'src/worker.ts',
      ],
    },
    holds: 'programs and commands, and their dependencies, made in one place',
    imports: everyLayer,
    packages: { except: [] },
  },
  {
    name: 'tools',
    files: {
      composition: [
        'bench/',
        'embedded/',
        'lint/',
        ...libraries.flatMap((name) => [`packages/${name}/bench/`, `packages/${name}/test/`]),
        'packages/personal-data/training/',
        'test/',
      ],
    },
    holds: 'the embedded servers, benches, lint rules, tests, the training of a model',
    imports: everyLayer,
    packages: { except: [] },
  },
];

/** Wings whose files a wing may import, and those of which it may import types only. */
export const WINGS: Record<Wing, { imports: readonly Wing[]; types: readonly Wing[] }> = {
  platform: { imports: ['platform'], types: ['composition'] },
  documents: { imports: ['platform', 'documents'], types: ['composition'] },
  products: { imports: ['platform', 'products'], types: ['composition'] },
  composition: { imports: ['platform', 'documents', 'products', 'composition'], types: [] },
};

/** Place of a file in the house. */
export interface Zone {
  layer: Layer;
  wing: Wing;
  /** The entry of the layer's `files` that fits best. */
  entry: string;
}

const zones: readonly Zone[] = LAYERS.flatMap((layer) =>
  Object.entries(layer.files).flatMap(([wing, entries]) =>
    entries.map((entry) => ({ layer, wing: wing as Wing, entry })),
  ),
);

/** The zone of a file (relative to the root, with slashes); null for a file that no layer names. */
export function zoneOf(file: string): Zone | null {
  const fitting = zones.filter(({ entry }) =>
    entry.endsWith('/') ? file.startsWith(entry) : file === entry,
  );
  return fitting.sort((a, b) => b.entry.length - a.entry.length)[0] ?? null;
}

/** An import: of a file of the project (relative to the root) or of a package, by its specifier. */
export type Imported = { file: string } | { package: string };

/**
 * Tells what is wrong with an import.
 *
 * @param from file that imports
 * @param imported for a file in a folder that has an `index.ts`: `index` says so
 * @returns a sentence, null for an import that is allowed
 */
export function importFault(
  from: string,
  imported: Imported,
  { typesOnly, hasIndex }: { typesOnly: boolean; hasIndex: (folder: string) => boolean },
): string | null {
  const zone = zoneOf(from);
  if (zone === null) return `${from} belongs to no layer: name its folder in lint/import-rule.ts.`;
  if ('package' in imported) return packageFault(zone, imported.package);
  const target = zoneOf(imported.file);
  if (target === null)
    return imported.file === 'package.json'
      ? packageFault(zone, imported.file)
      : `${imported.file} belongs to no layer and must not be imported.`;
  return (
    layerFault(zone, target, typesOnly) ??
    wingFault(zone, target, typesOnly) ??
    indexFault(zone, target, imported.file, hasIndex)
  );
}

function packageFault({ layer }: Zone, name: string): string | null {
  const listed = Array.isArray(layer.packages)
    ? layer.packages
    : (layer.packages as { except: string[] }).except;
  const isListed = (listed as readonly string[]).some((entry) => fitsPackage(entry, name));
  return isListed === Array.isArray(layer.packages)
    ? null
    : `The layer ${layer.name} must not import ${name}.`;
}

function fitsPackage(entry: string, name: string): boolean {
  if (entry === 'node:' || entry.endsWith('/*')) return name.startsWith(entry.replace('*', ''));
  return name === entry || name.startsWith(`${entry}/`);
}

function layerFault({ layer }: Zone, target: Zone, typesOnly: boolean): string | null {
  const { name } = target.layer;
  if (name === layer.name || layer.imports.includes(name)) return null;
  if (layer.types?.includes(name) !== true)
    return `The layer ${layer.name} must not import the layer ${name}.`;
  return typesOnly ? null : `The layer ${layer.name} may import only types of the layer ${name}.`;
}

function wingFault({ wing }: Zone, target: Zone, typesOnly: boolean): string | null {
  const { imports, types } = WINGS[wing];
  if (imports.includes(target.wing)) return null;
  if (!types.includes(target.wing)) return `The wing ${wing} must not import the wing ${target.wing}.`;
  return typesOnly ? null : `The wing ${wing} may import only types of the ${target.wing}.`;
}

function indexFault(
  zone: Zone,
  target: Zone,
  file: string,
  hasIndex: (folder: string) => boolean,
): string | null {
  const { entry, layer } = target;
  if (layer.throughIndex !== true || zone.entry === entry || zone.layer.name === 'tools') return null;
  if (file === `${entry}index.ts` || !hasIndex(entry)) return null;
  return `Import ${entry.slice(0, -1)} through its index.ts.`;
}
