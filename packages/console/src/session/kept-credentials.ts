/** Key and name of the operator at the console. Both are sent in headers only. */
export interface Credentials {
  key: string;
  /** Name of the operator, for organizations that require one; null sends none. */
  operator: string | null;
}

const tabNames = { key: 'sheaf-key', operator: 'sheaf-operator' };
/**
 * Storage key of the credentials that all tabs of the device share: one JSON entry, so that both change
 * together.
 */
const deviceName = 'sheaf-credentials';

/** The credentials of this tab, or else those of the device; null for none. */
export function readCredentials(): Credentials | null {
  const key = sessionStorage.getItem(tabNames.key);
  if (key === null) return readDevice();
  return { key, operator: sessionStorage.getItem(tabNames.operator) };
}

/** Stores credentials until the tab is closed or, on the device, until the user signs out. */
export function keepCredentials({ key, operator }: Credentials, place: 'tab' | 'device'): void {
  if (place === 'device') {
    localStorage.setItem(deviceName, JSON.stringify({ key, operator }));
    return;
  }
  sessionStorage.setItem(tabNames.key, key);
  if (operator !== null) sessionStorage.setItem(tabNames.operator, operator);
}

/** Removes a key from this tab and, if it is the stored one, from the device. */
export function forgetCredentials(key: string): void {
  if (readDevice()?.key === key) localStorage.removeItem(deviceName);
  // Pages store data that the key has seen in this storage too.
  sessionStorage.clear();
}

/**
 * Calls back when another tab has changed the credentials of the device, unless this tab has its own.
 *
 * @returns a function that stops this
 */
export function onDeviceChange(changed: () => void): () => void {
  const listener = ({ storageArea, key }: StorageEvent) => {
    const isOurs = storageArea === localStorage && (key === deviceName || key === null);
    if (isOurs && sessionStorage.getItem(tabNames.key) === null) changed();
  };
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener('storage', listener);
  };
}

function readDevice(): Credentials | null {
  try {
    const { key, operator } = JSON.parse(localStorage.getItem(deviceName) ?? '{}') as Partial<Credentials>;
    return typeof key === 'string' ? { key, operator: operator ?? null } : null;
  } catch {
    // Any other value in the storage is not a key.
    return null;
  }
}
