import { Suspense, type SyntheticEvent, useState } from 'react';
import { NavLink, Outlet, useLocation, useNavigation } from 'react-router';
import { useSession } from '../session/session';
import { Icon } from '../parts/icon';
import { AwayBanner } from './away-banner';
import { Brand } from '../parts/brand';
import { sections } from './sections';
import { SessionBar } from './session-bar';
import { focusPage, usePageFocus } from './use-page-focus';

/**
 * Opens the closed parts around an invalid control, so that the browser can focus it and show its message.
 */
function openAround({ target }: SyntheticEvent): void {
  if (target instanceof Element) target.closest('details')?.setAttribute('open', '');
}

/** The frame of all pages: the menu, with the page next to it. */
export function Shell() {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const main = usePageFocus(pathname);
  // Narrow windows show the menu on request, until a page is chosen.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  return (
    <div className="shell" onInvalidCapture={openAround}>
      <nav className="menu" aria-label="Pages">
        <a
          className="skip"
          href={`#${pathname}`}
          onClick={(event) => {
            event.preventDefault();
            focusPage(main.current);
          }}
        >
          Skip to the page
        </a>
        <Brand />
        <button
          type="button"
          className="menu-switch"
          aria-expanded={isOpen}
          aria-controls="menu-entries"
          onClick={() => {
            setOpenAt(isOpen ? null : pathname);
          }}
        >
          Menu
        </button>
        <div id="menu-entries" className={isOpen ? 'menu-entries open' : 'menu-entries'}>
          {sections.map(({ heading, entries }) => (
            <section key={heading} aria-label={heading}>
              <h2>{heading}</h2>
              <ul>
                {entries.map(({ path, name, icon }) => (
                  <li key={path}>
                    <NavLink to={path} end={path === '/'}>
                      <Icon name={icon} />
                      {name}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <MenuEnd />
        </div>
      </nav>
      <div className="content">
        <SessionBar />
        <main ref={main} tabIndex={-1} aria-busy={state === 'loading'}>
          <AwayBanner />
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  );
}

function MenuEnd() {
  const { signOut } = useSession();
  return (
    <ul className="menu-end">
      <li>
        <a href="../docs" target="_blank" rel="noreferrer">
          <Icon name="reference" />
          API reference
        </a>
      </li>
      <li>
        <button
          type="button"
          className="quiet"
          onClick={() => {
            signOut();
          }}
        >
          <Icon name="leave" />
          Sign out
        </button>
      </li>
    </ul>
  );
}
