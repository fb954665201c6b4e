import { localPath } from '@voordeur/contracts/http';
import { lazy, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { isCalendarLink } from '../../config/calendar';
import { About } from '../home/about';
import { Contact } from '../home/contact';
import { Hero } from '../home/hero';
import { type Popup, popups } from '../home/popup-button';
import { useText } from '../../i18n/use-text';
import type { Section } from '../../lib/navigation';
import { loadOnIntent, useQueryOfPage } from '../../lib/page-state';
import { LateExtra, LatePart, LatePopup } from '../../ui/late-part';
import type { Sent } from '../../ui/sent-scene';
import type { Page } from '../pages/paths';

// Prerendered, so they're there from the start; their scripts load after the top of the page.
const Proof = lazy(() => import('../home/proof'));
const NewsletterForm = lazy(() => import('../forms/newsletter-form'));
const loadPopups = () => import('./home-popups');
const HomePopups = lazy(loadPopups);
// The same elements each time: rendered again before their files have loaded, React would remove them.
const proof = (
  <LateExtra>
    <Proof />
  </LateExtra>
);
const letter = (
  <div id="letter" data-asleep="">
    <LatePart id="letter" where="part">
      <NewsletterForm />
    </LatePart>
  </div>
);

export function HomeRoute({ page }: { page: Page }) {
  const text = useText();
  const navigate = useNavigate();
  const [left, setLeft] = useState<{ sent: Sent; section: Section } | null>(null);
  const { opened, openPopup, closePopup } = usePopup();
  useEffect(() => loadOnIntent('main button', loadPopups), []);

  const booking = localPath(page.language, '/booking');
  const toBookingInstead = <Once run={() => void navigate(booking, { replace: true })} />;

  /** The popups of a section, and the line that each leaves in it because it closes too soon to be read. */
  function popupsOf(section: Section) {
    const open = (popup: Popup) => {
      setLeft(null);
      if (isOnItsOwnPage(popup)) void navigate(booking);
      else openPopup(popup, section);
    };
    return {
      openPopup: open,
      outcome: (
        <div role="status" tabIndex={-1} className="outline-none">
          {left?.section === section && !opened && (
            <HomePopups
              popup="sent"
              sent={left.sent}
              openPopup={open}
              onSent={() => undefined}
              onClose={() => setLeft(null)}
            />
          )}
        </div>
      ),
    };
  }

  return (
    <>
      {page.screen === 'not-found' && (
        <p className="relative border-y border-line bg-street py-2.5 text-center text-small text-text-2">
          {text('notFound.line')}
        </p>
      )}
      <Hero {...popupsOf('home')} />
      {proof}
      <About {...popupsOf('about')} />
      <Contact {...popupsOf('contact')} letter={letter} />
      {opened && isOnItsOwnPage(opened.popup) && toBookingInstead}
      {opened && !isOnItsOwnPage(opened.popup) && (
        <LatePopup instead={opened.popup === 'meeting' ? toBookingInstead : undefined}>
          <HomePopups
            popup={opened.popup}
            sent={null}
            openPopup={(popup) => openPopup(popup, opened.section)}
            onSent={(sent) => setLeft({ sent, section: opened.section })}
            onClose={closePopup}
          />
        </LatePopup>
      )}
    </>
  );
}

/** Whether a press leads to the booking page instead. */
function isOnItsOwnPage(popup: Popup): boolean {
  return popup === 'meeting' && isCalendarLink();
}

/** The popup in the address, so that a link can lead to it and Back closes it. None before hydration. */
function usePopup() {
  const navigate = useNavigate();
  const query = useQueryOfPage();
  const { state } = useLocation() as Location<{ openedIn?: Section } | null>;
  const popup = popups.find((name) => name === query?.get('open'));
  const searchWith = (name?: Popup) => {
    const search = new URLSearchParams(query ?? '');
    search.delete('open');
    if (name) search.set('open', name);
    return { search: search.toString() };
  };
  return {
    opened: popup && { popup, section: state?.openedIn ?? 'home' },
    openPopup: (name: Popup, openedIn: Section) =>
      void navigate(searchWith(name), popup ? { state, replace: true } : { state: { openedIn } }),
    /** Back to where it was opened; who followed a link to it stays. */
    closePopup: () => void (state?.openedIn ? navigate(-1) : navigate(searchWith(), { replace: true })),
  };
}

function Once({ run }: { run: () => void }) {
  const start = useEffectEvent(run);
  useEffect(() => start(), []);
  return null;
}
