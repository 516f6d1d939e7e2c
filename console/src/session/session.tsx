import { createContext, type ReactNode, use, useMemo, useState } from 'react';

/** Who acts in this tab. It is kept in the tab's session storage and sent as headers only. */
export interface Credentials {
  /** Text of the key. */
  key: string;
  /** Name of the person, for organizations that require one; null: none is sent. */
  operator: string | null;
}

/** The credentials of this tab, and how they change. */
export interface Session {
  /** Null until somebody signs in. */
  credentials: Credentials | null;
  /** Why the last session ended; null where the user has ended it. */
  endedBecause: string | null;
  signIn: (credentials: Credentials) => void;
  signOut: (because?: string) => void;
}

const storageNames = { key: 'sheaf-key', operator: 'sheaf-operator' };
const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [credentials, setCredentials] = useState(readCredentials);
  const [endedBecause, setEndedBecause] = useState<string | null>(null);
  const session = useMemo<Session>(
    () => ({
      credentials,
      endedBecause,
      signIn(entered) {
        sessionStorage.setItem(storageNames.key, entered.key);
        if (entered.operator !== null) sessionStorage.setItem(storageNames.operator, entered.operator);
        setEndedBecause(null);
        setCredentials(entered);
      },
      signOut(because) {
        // Pages keep places of what the key has seen beside it.
        sessionStorage.clear();
        setEndedBecause(because ?? null);
        setCredentials(null);
      },
    }),
    [credentials, endedBecause],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

function readCredentials(): Credentials | null {
  const key = sessionStorage.getItem(storageNames.key);
  return key === null ? null : { key, operator: sessionStorage.getItem(storageNames.operator) };
}

/** The session of the tab. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider');
  return session;
}
