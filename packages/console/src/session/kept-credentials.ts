/** Key and name of the person at the console; both are sent as headers only. */
export interface Credentials {
  /** Text of the key. */
  key: string;
  /** Name of the person, for organizations that require one; null: none is sent. */
  operator: string | null;
}

const tabNames = { key: 'sheaf-key', operator: 'sheaf-operator' };
/** Key and name that all tabs of the device share, as JSON: one entry, so that both change at once. */
const deviceName = 'sheaf-credentials';

/** The credentials of this tab; without them, those that the device keeps. Null for none. */
export function readCredentials(): Credentials | null {
  const key = sessionStorage.getItem(tabNames.key);
  if (key === null) return readDevice();
  return { key, operator: sessionStorage.getItem(tabNames.operator) };
}

/** Keeps credentials until the tab is closed or, on the device, until somebody signs out. */
export function keepCredentials({ key, operator }: Credentials, place: 'tab' | 'device'): void {
  if (place === 'device') {
    localStorage.setItem(deviceName, JSON.stringify({ key, operator }));
    return;
  }
  sessionStorage.setItem(tabNames.key, key);
  if (operator !== null) sessionStorage.setItem(tabNames.operator, operator);
}

/** Forgets a key in this tab and, where it is the one that the device keeps, on the device. */
export function forgetCredentials(key: string): void {
  if (readDevice()?.key === key) localStorage.removeItem(deviceName);
  // Pages keep places of what the key has seen beside it.
  sessionStorage.clear();
}

/**
 * Calls back when another tab has changed what the device keeps, unless this tab has credentials of its own.
 *
 * @returns ends it
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
    // Whatever else stands there is no key.
    return null;
  }
}
