import { localPath } from '@voordeur/contracts/http';
import { type MouseEvent, useEffect, useState } from 'react';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { scrollToSection, sections, type ScrollState, type Section } from '../../lib/navigation';
import { isLanding, type Page } from '../pages/paths';
import { Link } from '../../ui/link';

interface Props {
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
export function BarLinks({ page, className, bookingClassName, onChosen }: Props) {
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
