import { type ImportParts, type ImportProvider } from '../domain/products/import';
import { mapAlgoliaSettings } from './algolia/map-settings';
import { type SettingsMapping, type SourceSettings } from './mapping';
import { mapMeilisearchSettings } from './meilisearch/map-settings';
import { mapTypesenseSchema, placesOfSchema } from './typesense/map-schema';

/** A provider's format of records and settings. */
interface SourceForm {
  /** Member with the id of the records; null when settings or records decide. */
  sourceId: string | null;
  map: (settings: SourceSettings) => SettingsMapping;
  places: (settings: SourceSettings) => string[];
}

const noPlaces = (): string[] => [];
const algolia: SourceForm = { sourceId: 'objectID', map: mapAlgoliaSettings, places: noPlaces };

const forms: Readonly<Record<ImportProvider, SourceForm>> = {
  algolia,
  algolia_export: algolia,
  typesense_export: { sourceId: 'id', map: mapTypesenseSchema, places: placesOfSchema },
  meilisearch_export: { sourceId: null, map: mapMeilisearchSettings, places: noPlaces },
};

/** Member with the id of a provider's records; null when it differs between indexes. */
export function sourceIdOf(provider: ImportProvider): string | null {
  return forms[provider].sourceId;
}

/** Fields of a source with places as `[latitude, longitude]`. @param settings JSON; null without any */
export function placesOf(provider: ImportProvider, settings: string | null): string[] {
  return settings === null ? [] : forms[provider].places(settingsMap(settings));
}

/**
 * Maps settings and schema of a source.
 *
 * @param settings JSON of an object; null when settings are not imported
 */
export function mapSource(
  provider: ImportProvider,
  settings: string | null,
  { synonyms, rules }: ImportParts,
): SettingsMapping {
  const {
    settings: mappedSettings,
    mapped,
    ignored,
  } = settings === null
    ? { settings: {}, mapped: [], ignored: [] }
    : forms[provider].map(settingsMap(settings));
  const notCarried = [
    ...(synonyms ? [{ name: 'synonyms', reason: 'not carried over: there are no synonyms' }] : []),
    ...(rules ? [{ name: 'rules', reason: 'not carried over: there are no query rules' }] : []),
  ];
  return { settings: mappedSettings, mapped, ignored: [...ignored, ...notCarried] };
}

/** Members of a JSON object, including names such as `__proto__`. */
function settingsMap(text: string): SourceSettings {
  return new Map(Object.entries(JSON.parse(text) as object));
}
