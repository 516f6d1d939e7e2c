import { type ReactNode, useEffect } from 'react';

/** A page with its heading, which also names the tab. `actions` stand beside the heading. */
export function Page(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  const { title, actions, children } = props;
  useEffect(() => {
    document.title = `${title} · Sheaf`;
  }, [title]);
  return (
    <>
      <header className="page-head">
        <h1>{title}</h1>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
