import { createContext, type ReactNode, use, useMemo, useState } from 'react';

/** The key of this tab. It is kept in the tab's session storage and sent as a header only. */
export interface Session {
  /** Text of the key; null until somebody signs in. */
  key: string | null;
  /** Why the last session ended; null where the user has ended it. */
  endedBecause: string | null;
  signIn: (key: string) => void;
  signOut: (because?: string) => void;
}

const storageName = 'sheaf-key';
const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [key, setKey] = useState(() => sessionStorage.getItem(storageName));
  const [endedBecause, setEndedBecause] = useState<string | null>(null);
  const session = useMemo<Session>(
    () => ({
      key,
      endedBecause,
      signIn(entered) {
        sessionStorage.setItem(storageName, entered);
        setEndedBecause(null);
        setKey(entered);
      },
      signOut(because) {
        // Pages keep places of what the key has seen beside it.
        sessionStorage.clear();
        setEndedBecause(because ?? null);
        setKey(null);
      },
    }),
    [key, endedBecause],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session of the tab. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider');
  return session;
}
