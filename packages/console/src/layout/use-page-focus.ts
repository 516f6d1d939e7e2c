import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

/**
 * Moves the focus to the page that was navigated to, and the window to its top. A screen reader then says the
 * heading, or the part of the page where only that is new. A page that was opened by its address leaves the
 * focus to the browser; one that focuses a field of its own, or keeps the tab that was chosen, keeps that.
 */
export function usePageFocus(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shown = useRef({ pathname, heading: null as Element | null });
  const navigation = useNavigationType();
  useEffect(() => {
    const heading = headingOf(main.current);
    const before = shown.current;
    shown.current = { pathname, heading };
    if (before.pathname === pathname || main.current?.contains(document.activeElement) !== false) return;
    // Back leads to where the page was left, which the browser itself remembers.
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
    const part = before.heading === heading ? main.current.querySelector<HTMLElement>('.page-part') : null;
    (part ?? heading ?? main.current).focus({ preventScroll: true });
  }, [pathname, navigation]);
  return main;
}

/** Focuses the heading of the page, or the page itself where it has none. */
export function focusPage(main: HTMLElement | null): void {
  (headingOf(main) ?? main)?.focus();
}

const headingOf = (main: HTMLElement | null) => main?.querySelector<HTMLElement>('h1[tabindex]') ?? null;
