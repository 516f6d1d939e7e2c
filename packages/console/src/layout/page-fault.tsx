import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { Page } from './page';

/** The page for an unknown address, and for a page that fails to render. */
export function PageFault() {
  const error = useRouteError();
  const isUnknown = error === undefined || error === null || isRouteErrorResponse(error);
  return (
    <Page title={isUnknown ? 'There is no such page' : 'This page cannot be shown'}>
      {error instanceof Error && (
        <p role="alert" className="problem">
          {error.message}
        </p>
      )}
      <p>
        <Link to="/">To the start</Link>
      </p>
    </Page>
  );
}
