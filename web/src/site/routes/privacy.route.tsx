import { localPath } from '@voordeur/contracts/http';
import { useState } from 'react';
import { isOwnCalendar } from '../../config/calendar';
import { site } from '../../config/site';
import { useText } from '../../i18n/use-text';
import { useBrowserValue } from '../../lib/page-state';
import { BackLink } from '../../ui/back-link';
import { Link } from '../../ui/link';
import { PageTitle } from '../../ui/number-plate';
import { forgetCalendar, isCalendarAllowed } from '../booking/calendar-host';
import type { Page } from '../pages/paths';
import { MyVisit } from '../privacy/my-visit';
import { CountingControl, VisitorPanel } from '../privacy/visitor-panel';

export default function PrivacyRoute({ page }: { page: Page }) {
  const text = useText();
  const parts = [
    { title: text('privacy.countTitle'), says: text('privacy.countText'), control: <CountingControl /> },
    { title: text('privacy.visitTitle'), says: text('privacy.visitText'), control: <MyVisit /> },
    { title: text('privacy.formsTitle'), says: text('privacy.formsText') },
    {
      title: text('privacy.othersTitle'),
      says: text(isOwnCalendar() ? 'privacy.othersVideos' : 'privacy.othersText'),
    },
    { title: text('privacy.storeTitle'), says: text('privacy.storeText') },
  ];
  return (
    <div className="wrap page">
      <BackLink language={page.language} />
      <div className="mt-5 mb-10">
        <PageTitle number={14} title={text('privacy.headline')} lead={text('privacy.lead')} />
      </div>
      <div className="grid gap-x-16 gap-y-10 columns:grid-cols-7-5">
        <div className="grid content-start gap-8">
          {parts.map(({ title, says, control }, index) => (
            <section key={index}>
              <h2 className="text-h3">{title}</h2>
              <p className="mt-2 max-w-column text-text-2">{says}</p>
              {control}
            </section>
          ))}
          <ForgetCalendar />
          <p className="max-w-column text-text-2">{text('privacy.ask', { email: site.email })}</p>
          <p>
            <Link to={localPath(page.language, '/legal?tab=privacy')} className="button-link">
              {text('privacy.document')}
            </Link>
          </p>
        </div>
        <section className="order-first columns:order-none">
          <h2 className="text-h3">{text('privacy.nowTitle')}</h2>
          <p className="mt-2 mb-5 text-text-2">{text('privacy.nowText')}</p>
          <VisitorPanel />
        </section>
      </div>
    </div>
  );
}

/** Withdraws the consent given by opening the booking page's calendar; empty without it. */
function ForgetCalendar() {
  const text = useText();
  const allowed = useBrowserValue(isCalendarAllowed, false);
  const [forgotten, setForgotten] = useState(false);
  return (
    <div role="status" className="text-small text-text-2">
      {forgotten && text('booking.forgotten')}
      {allowed && !forgotten && (
        <>
          {text('booking.forget')}{' '}
          <button
            type="button"
            className="button-link"
            onClick={() => {
              forgetCalendar();
              setForgotten(true);
            }}
          >
            {text('booking.forgetButton')}
          </button>
        </>
      )}
    </div>
  );
}
