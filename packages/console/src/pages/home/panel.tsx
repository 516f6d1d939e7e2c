import { type ReactNode, useId } from 'react';

/** A part of the start page with its heading, and links beside it. */
export function Panel(props: { title: string; links?: ReactNode; children: ReactNode }) {
  const { title, links, children } = props;
  const headingId = useId();
  return (
    <section className="card panel" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{title}</h2>
        {links}
      </header>
      {children}
    </section>
  );
}
