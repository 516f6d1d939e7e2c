import { type components } from 'sheaf-client';

type PresentedKey = components['schemas']['PresentedKey'];

/** Place in the storage of the browser for one organization and environment; it holds no key. */
const placeOf = ({ organization_id: organization, environment }: PresentedKey): string =>
  `sheaf-first-hour-closed/${organization}/${environment}`;

/** Whether the checklist was dismissed or done in this browser. */
export const isFirstHourClosed = (key: PresentedKey): boolean => localStorage.getItem(placeOf(key)) !== null;

export function closeFirstHour(key: PresentedKey): void {
  localStorage.setItem(placeOf(key), new Date().toISOString());
}
