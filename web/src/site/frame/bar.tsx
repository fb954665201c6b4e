import { useState, useSyncExternalStore, useEffect, type MouseEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { localPath } from '@voordeur/contracts/http';
import { site } from '../../config/site';
import { sizes, timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { isPaused, toggleMotion, useMotion } from '../../lib/motion';
import { scrollToSection, sections, type ScrollState, type Section } from '../../lib/navigation';
import { MenuIcon, CloseIcon, PauseIcon, PlayIcon } from '../../ui/icons';
import { Brand, Link } from '../../ui/link';
import { Tooltip } from '../../ui/tooltip';
import { type Page, isLanding } from '../pages/paths';
import { LanguageSwitch } from './language-switch';

/** Clear at the top of the page, solid once it is scrolled. */
export function Bar({ page }: { page: Page }) {
  const text = useText();
  const scrolled = useSyncExternalStore(subscribeToScroll, isScrolled, () => false);
  const [menuOpen, setMenuOpen] = useState(false);
  const { key } = useLocation();
  const [shownKey, setShownKey] = useState(key);
  // However the visitor leaves: by a link of the bar or the browser's Back too.
  if (key !== shownKey) {
    setShownKey(key);
    setMenuOpen(false);
  }
  return (
    <header className="bar" data-solid={scrolled || menuOpen || undefined}>
      <nav
        aria-label={text('bar.label')}
        className="wrap flex h-16 items-center pr-[calc(var(--gutter)-0.8rem)] phone:h-19"
      >
        <Brand
          // `/` would be in the browser's language again.
          to={`/${page.language}`}
          label={text('bar.home', { product: site.product })}
          className="mr-auto"
        />
        <div className="bar-links hidden items-center min-[900px]:flex">
          <BarLinks page={page} className="bar-item" bookingClassName="bar-item bar-booking" />
        </div>
        <LanguageSwitch page={page} />
        <PauseButton />
        <button
          type="button"
          className="bar-item bar-icon min-[900px]:hidden"
          aria-expanded={menuOpen}
          aria-controls="menu"
          aria-label={text(menuOpen ? 'bar.closeMenu' : 'bar.openMenu')}
          onClick={() => setMenuOpen(!menuOpen)}
        >
          {menuOpen ? <CloseIcon /> : <MenuIcon />}
        </button>
      </nav>
      {menuOpen && <MobileMenu page={page} onClose={() => setMenuOpen(false)} />}
    </header>
  );
}

function PauseButton() {
  const text = useText();
  const paused = useMotion(isPaused);
  const name = text(paused ? 'bar.resume' : 'bar.pause');
  return (
    <Tooltip name={name}>
      <button type="button" className="bar-item bar-icon" aria-label={name} onClick={toggleMotion}>
        {paused ? <PlayIcon /> : <PauseIcon />}
      </button>
    </Tooltip>
  );
}

function isScrolled(): boolean {
  return scrollY > sizes.navigationSolidPx;
}

function subscribeToScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  return () => removeEventListener('scroll', listener);
}

/** A full sheet under the bar. The page below can't get the focus while it's open. */
function MobileMenu({ page, onClose }: { page: Page; onClose: () => void }) {
  useEffect(() => {
    const below = document.querySelectorAll('main, footer');
    for (const part of below) part.toggleAttribute('inert', true);
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      onClose();
      document.querySelector<HTMLElement>('[aria-controls="menu"]')?.focus();
    }
    const wide = matchMedia(`(width >= ${sizes.menuBelowPx}px)`);
    addEventListener('keydown', onKey);
    wide.addEventListener('change', onClose);
    return () => {
      for (const part of below) part.toggleAttribute('inert', false);
      removeEventListener('keydown', onKey);
      wide.removeEventListener('change', onClose);
    };
  }, [onClose]);
  return (
    <div
      id="menu"
      className="absolute inset-x-0 top-full h-[calc(100dvh-100%)] animate-[fade-in_240ms_var(--ease-surface)] overflow-auto bg-night"
    >
      <div className="wrap grid content-start gap-1 pt-6">
        <BarLinks
          page={page}
          className="border-b border-line py-[.6rem] font-display text-h2 font-semibold tracking-[-.022em] text-text-2 hover:text-text current:text-text"
          bookingClassName="button button-lamp my-4 text-h3"
          onChosen={onClose}
        />
      </div>
    </div>
  );
}

interface LinksProps {
  page: Page;
  className: string;
  bookingClassName: string;
  /** Called when an item is chosen. */
  onChosen?: () => void;
}

const names = { home: 'bar.sectionHome', about: 'bar.about', contact: 'bar.contact' } as const;

/**
 * The four items: three sections of the landing page and the booking page. They're ordinary links without JavaScript;
 * with it, the page scrolls to a section that it has.
 */
function BarLinks({ page, className, bookingClassName, onChosen }: LinksProps) {
  const text = useText();
  const current = useCurrentSection(page);
  const onBooking = page.screen === 'booking';
  const booking = (
    <Link
      key="booking"
      to={localPath(page.language, '/booking')}
      state={{ topAfterMs: timings.bookingScrollMs } satisfies ScrollState}
      className={bookingClassName}
      aria-current={onBooking ? 'page' : undefined}
      onClick={onChosen}
    >
      {text('bar.booking')}
    </Link>
  );
  return (
    <>
      {sections.map((section) => {
        const props = {
          className,
          'aria-current': current === section ? ('location' as const) : undefined,
          children: text(names[section]),
          onClick: (event: MouseEvent) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            onChosen?.();
            if (!isLanding(page)) return;
            event.preventDefault();
            scrollToSection(section);
          },
        };
        // The hash alone: an unknown path may begin with two slashes, which a full address would take for another host.
        const link = isLanding(page) ? (
          <a key={section} href={`#${section}`} {...props} />
        ) : (
          <Link key={section} to={{ pathname: localPath(page.language, '/'), hash: section }} {...props} />
        );
        // Booking comes before contact.
        return section === 'contact' ? [booking, link] : link;
      })}
    </>
  );
}

/** The section that crosses the middle of the window. */
function useCurrentSection(page: Page): Section | null {
  const [current, setCurrent] = useState<Section>('home');
  const here = isLanding(page);
  useEffect(() => {
    if (!here) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) setCurrent(target.id as Section);
      },
      { rootMargin: '-45% 0px -54%' },
    );
    for (const section of sections) {
      const element = document.getElementById(section);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [here, page]);
  return here ? current : null;
}
