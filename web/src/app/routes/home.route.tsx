import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { site } from '../../config/site';
import { About } from '../../features/home/about';
import { Contact } from '../../features/home/contact';
import { Hero } from '../../features/home/hero';
import type { Popup } from '../../features/home/popups';
import { useText } from '../../i18n/use-text';
import { LoadBoundary } from '../../ui/load-boundary';
import { LoadFailure } from '../../ui/load-failure';
import { PageHead } from '../page-head';
import type { Page } from '../paths';

// Prerendered, it stands there from the first; what makes it work comes after the head of the page.
const NewsletterForm = lazy(() => import('../../features/newsletter/newsletter-form'));
const loadPopups = () => import('../home-popups');
const HomePopups = lazy(loadPopups);

export function HomeRoute({ page }: { page: Page }) {
  const text = useText();
  const navigate = useNavigate();
  const [popup, setPopup] = useState<Popup | null>(null);
  useEffect(loadOnIntent, []);

  function openPopup(wanted: Popup) {
    // A plain link cannot be framed; the booking page says how to go on.
    if (wanted === 'scheduler' && site.scheduler.provider === 'link') {
      void navigate(page.language === 'nl' ? '/nl/booking' : '/booking');
    } else setPopup(wanted);
  }

  return (
    <>
      <PageHead page={page} />
      {page.screen === 'not-found' && (
        <p className="relative border-y border-line bg-street py-2.5 text-center text-small text-text-2">
          {text('notFound.line')}
        </p>
      )}
      <Hero language={page.language} openPopup={openPopup} />
      <About language={page.language} openPopup={openPopup} />
      <Contact
        openPopup={openPopup}
        letter={
          <Suspense>
            <NewsletterForm language={page.language} />
          </Suspense>
        }
      />
      {popup !== null && (
        <LoadBoundary fallback={<LoadFailure over />}>
          <Suspense>
            <HomePopups
              popup={popup}
              language={page.language}
              onClose={() => {
                setPopup(null);
              }}
            />
          </Suspense>
        </LoadBoundary>
      )}
    </>
  );
}

/** The pointer or the focus comes near something that opens: what it opens is asked for. */
function loadOnIntent() {
  function load({ target }: Event) {
    if (!(target instanceof Element) || !target.closest('main button')) return;
    stop();
    // The click asks again, and says so if that fails too.
    loadPopups().catch(() => undefined);
  }
  function stop() {
    removeEventListener('pointerover', load);
    removeEventListener('focusin', load);
  }
  addEventListener('pointerover', load);
  addEventListener('focusin', load);
  return stop;
}
