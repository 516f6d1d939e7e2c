import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';
import { type Sheaf, SheafError } from 'sheaf-client';
import { type Credentials } from '../session/kept-credentials';
import { useSession } from '../session/session';
import { createClient } from './create-client';

const SheafContext = createContext<Sheaf | null>(null);

/** Retries of a read while the service is unavailable. */
const retriesMax = 3;

/** Provides pages with the client of the tab and a cache of its reads. A refused key ends the session. */
export function DataProvider(props: { credentials: Credentials; children: ReactNode }) {
  const { credentials, children } = props;
  const { endSession } = useSession();
  const [sheaf] = useState(() => createClient(credentials));
  const [queryClient] = useState(() => {
    const onError = (error: unknown) => {
      if (error instanceof SheafError && error.status === 401)
        endSession(credentials.key, 'The service no longer takes the key.');
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: {
        queries: {
          staleTime: 5_000,
          retry: (failures, error) => failures < retriesMax && mayPass(error),
        },
      },
    });
  });
  return (
    <SheafContext value={sheaf}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </SheafContext>
  );
}

/** Whether the same request may succeed later: the service is unavailable, busy or starting. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof SheafError) || error.status === 429 || error.status >= 500;
}

/** The client with the key of the session. */
export function useSheaf(): Sheaf {
  const sheaf = use(SheafContext);
  if (sheaf === null) throw new Error('useSheaf needs a DataProvider');
  return sheaf;
}
