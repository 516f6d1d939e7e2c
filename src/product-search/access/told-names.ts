import { type ObjectSettings } from '../../domain/products/settings';
import { namedFields } from '../settings/named-fields';

/** Whether answers may tell a caller the name of a field that the caller has not named. */
export type TellsName = (name: string) => boolean;

/** Names for callers who see every record. */
export const tellsEveryName: TellsName = () => true;

/**
 * Names for callers who see a part of the records: those that the settings name, and the field of the ids. Any
 * other field may be one that only hidden records have.
 */
export function createToldNames(settings: ObjectSettings, idField: string | null): TellsName {
  const named = namedFields(settings);
  return (name) => named.has(name) || name === idField;
}
