import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import {
  type Credentials,
  forgetCredentials,
  keepCredentials,
  onDeviceChange,
  readCredentials,
} from './kept-credentials';

/** The credentials of this tab, and functions that change them. */
export interface Session {
  /** Null until the user signs in. */
  credentials: Credentials | null;
  /** Why the last session ended; null when the user signed out. */
  endedBecause: string | null;
  signIn: (credentials: Credentials, place: 'tab' | 'device') => void;
  signOut: () => void;
  /** Ends the session of a key; does nothing when another key has replaced it. */
  endSession: (key: string, because: string) => void;
}

const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [credentials, setCredentials] = useState(readCredentials);
  const [endedBecause, setEndedBecause] = useState<string | null>(null);
  useEffect(
    () =>
      onDeviceChange(() => {
        const kept = readCredentials();
        // The stored data of pages belongs to the former key.
        sessionStorage.clear();
        setEndedBecause(kept === null ? 'The key was removed from this device in another tab.' : null);
        setCredentials(kept);
      }),
    [],
  );
  const session = useMemo<Session>(() => {
    const end = (key: string, because: string | null) => {
      forgetCredentials(key);
      setEndedBecause(because);
      setCredentials(null);
    };
    return {
      credentials,
      endedBecause,
      signIn(entered, place) {
        keepCredentials(entered, place);
        setEndedBecause(null);
        setCredentials(entered);
      },
      signOut() {
        if (credentials !== null) end(credentials.key, null);
      },
      endSession(key, because) {
        if (readCredentials()?.key === key) end(key, because);
      },
    };
  }, [credentials, endedBecause]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider');
  return session;
}
