import { type MouseEvent, useEffect, useState } from 'react';
import { timings } from '../config/timings';
import { localPath, homePath } from '../i18n/language';
import { useText } from '../i18n/use-text';
import { scrollToSection, scrollToTop, sections, type ScrollState, type Section } from '../lib/scroll';
import type { Page } from './pages/paths';
import { Link } from '../ui/link';

interface Props {
  page: Page;
  className: string;
  bookingClassName: string;
  /** Called when an item is chosen. */
  onChosen?: () => void;
}

const names = {
  home: 'bar.sectionHome',
  about: 'bar.about',
  contact: 'bar.contact',
} as const;

/** The four items: three sections of the landing page and the booking page. */
export function BarLinks({ page, className, bookingClassName, onChosen }: Props) {
  const text = useText();
  const current = useCurrentSection(page);
  const onBooking = page.screen === 'booking';
  const booking = localPath(page.language, '/booking');
  return (
    <>
      {sections.map((section) => (
        <SectionLink
          key={section}
          page={page}
          section={section}
          className={className}
          current={current === section}
          onChosen={onChosen}
        >
          {text(names[section])}
        </SectionLink>
      ))}
      <Link
        to={booking}
        state={{ topAfterMs: timings.bookingScrollMs } satisfies ScrollState}
        className={bookingClassName}
        aria-current={onBooking ? 'page' : undefined}
        onClick={() => {
          onChosen?.();
          if (onBooking) setTimeout(scrollToTop, timings.bookingScrollMs);
        }}
      >
        {text('bar.booking')}
      </Link>
    </>
  );
}

interface SectionLinkProps {
  page: Page;
  section: Section;
  className: string;
  current: boolean;
  onChosen: (() => void) | undefined;
  children: string;
}

/** Without JavaScript an ordinary link to the section; with it a smooth scroll. */
function SectionLink({ page, section, className, current, onChosen, children }: SectionLinkProps) {
  const here = isLanding(page);
  const home = homePath[page.language];
  const props = {
    className,
    'aria-current': current ? ('location' as const) : undefined,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      onChosen?.();
      if (!here) return;
      event.preventDefault();
      scrollToSection(section);
    },
  };
  // The hash alone: an unknown path may begin with two slashes, which a full address would take for another host.
  return here ? (
    <a href={`#${section}`} {...props}>
      {children}
    </a>
  ) : (
    <Link to={{ pathname: home, hash: section }} {...props}>
      {children}
    </Link>
  );
}

function isLanding({ screen }: Page): boolean {
  return screen === 'home' || screen === 'not-found';
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
