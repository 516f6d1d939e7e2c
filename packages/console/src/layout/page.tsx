import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { noteRecentPage } from './palette/recent-pages';

/** A page with its heading, which also names the tab. `actions` stand beside the heading. */
export function Page(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  const { title, actions, children } = props;
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · Sheaf`;
    noteRecentPage(pathname, title);
  }, [title, pathname]);
  return (
    <>
      <header className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
