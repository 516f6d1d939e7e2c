import { formatScore, formatThings } from '../../parts/format';
import { type QueryConfig } from '../../parts/queries/asked';
import { includeParts } from './include-parts';
import { withField } from './with-field';

/** A setting that differs from the default, and the configuration without it. */
export interface ChosenSetting {
  text: string;
  rest: QueryConfig;
}

type Name = keyof QueryConfig;

/** Texts of the settings, in the order of the chips. The parts of `include` follow them. */
const texts: { [Field in Exclude<Name, 'include'>]: (value: NonNullable<QueryConfig[Field]>) => string } = {
  semantic_ratio: (ratio) => ratioText(ratio),
  min_cosine: (cosine) => `Minimum similarity: ${formatScore(cosine)}`,
  rerank: (rerank) => rerankText(rerank),
  filter: (filter) => `Filter: ${JSON.stringify(filter)}`,
  boost: (rules) => formatThings(rules.length, 'boost rule'),
  limit: (limit) => `Results: ${limit}`,
  max_chunks_per_document: (count) => `Results of one document: ${count}`,
  exclude_chunk_types: (types) => `Left out: ${listed(types) || 'nothing'}`,
  neighbor_count: (count) => `Neighbours on each side: ${count}`,
  relation_types: (types) => `Types of relations: ${listed(types)}`,
  relation_direction: (direction) => `Relations: ${direction}`,
};

/** Settings that can leave results out. */
const narrowing: readonly Name[] = ['filter', 'min_cosine', 'exclude_chunk_types'];

/** The settings that differ from the defaults of the console. */
export function chosenSettings(config: QueryConfig): ChosenSetting[] {
  const named = (Object.keys(texts) as (keyof typeof texts)[]).flatMap((name) => settingOf(config, name));
  return [...named, ...includedParts(config)];
}

/** The settings to ask without where nothing was found. */
export function narrowingSettings(config: QueryConfig): ChosenSetting[] {
  const isKeyword = config.semantic_ratio === 0;
  return (Object.keys(texts) as (keyof typeof texts)[])
    .filter((name) => narrowing.includes(name) || (name === 'semantic_ratio' && isKeyword))
    .flatMap((name) => settingOf(config, name));
}

function settingOf(config: QueryConfig, name: keyof typeof texts): ChosenSetting[] {
  const value = config[name];
  if (value === undefined || value === null) return [];
  const textOf = texts[name] as (value: unknown) => string;
  return [{ text: textOf(value), rest: withField(config, name, undefined) }];
}

function includedParts(config: QueryConfig): ChosenSetting[] {
  const include = config.include ?? {};
  return includeParts.flatMap(({ field, name, byDefault }) => {
    const value = include[field];
    if (value === undefined || value === byDefault) return [];
    const others = withField(include, field, undefined);
    const rest = withField(config, 'include', Object.keys(others).length === 0 ? undefined : others);
    return [{ text: `${value ? 'With' : 'Without'} ${name}`, rest }];
  });
}

function ratioText(ratio: 'auto' | number): string {
  if (ratio === 0) return 'Search mode: keyword';
  if (ratio === 1) return 'Search mode: semantic';
  return `Semantic ratio: ${ratio === 'auto' ? 'automatic' : formatScore(ratio)}`;
}

function rerankText(rerank: NonNullable<QueryConfig['rerank']>): string {
  if (typeof rerank === 'boolean') return rerank ? 'Rerank: local' : 'Rerank: no';
  if (rerank.enabled === false) return 'Rerank: no';
  const { model = 'local', candidate_limit: limit } = rerank;
  return `Rerank: ${model}${limit == null ? '' : `, ${limit} candidates`}`;
}

const listed = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll('_', ' ')).join(', ');
