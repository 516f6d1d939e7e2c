import { RouterProvider } from 'react-router/dom';
import { SessionProvider, useSession } from './session/session';
import { SignInPage } from './session/sign-in-page';
import { DataProvider } from './data/data-provider';
import { router } from './router';

/** The console: a sign-in page until there is a key, then the pages that the key may see. */
export function App() {
  return (
    <SessionProvider>
      <SignedIn />
    </SessionProvider>
  );
}

function SignedIn() {
  const { credentials } = useSession();
  if (credentials === null) return <SignInPage />;
  // A new key sees other data: the remount drops all that was read with the former one.
  return (
    <DataProvider key={credentials.key} credentials={credentials}>
      <RouterProvider router={router} />
    </DataProvider>
  );
}
