import { localPath } from '@voordeur/contracts/http';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { Bell } from '../../ui/drawings/door';
import { SectionName } from '../../ui/number-plate';
import { LinkWithoutScript } from '../../ui/without-script';
import { PopupButton, type PopupOpener } from './popup-button';

interface Props {
  openPopup: PopupOpener;
  /** The line that a popup that was opened here leaves. */
  outcome: ReactNode;
  /** The newsletter form, under the letterbox. */
  letter: ReactNode;
}

export function Contact({ openPopup, outcome, letter }: Props) {
  const text = useText();
  return (
    <section id="contact" className="section wrap scroll-mt-28 pt-0" aria-labelledby="contact-headline">
      <SectionName number={6} name={text('home.contact.label')} />
      <h2 id="contact-headline" className="max-w-[16em] text-h1">
        {text('home.contact.headline')}
      </h2>
      <div className="mt-[clamp(2rem,4vw,3.25rem)] grid gap-5 columns:grid-cols-7-5">
        <MeetingCard openPopup={openPopup} />
        <div className="card">
          <div className="letterbox" aria-hidden="true" />
          <h3 className="text-h3">{text('newsletter.title')}</h3>
          <p className="mt-2 mb-5 text-text-2">{text('newsletter.text')}</p>
          {letter}
        </div>
        <div className="card">
          <h3 className="text-h3">{text('home.contact.question')}</h3>
          <p className="mt-2 mb-5 text-text-2">{text('home.contact.questionText')}</p>
          <PopupButton popup="question" openPopup={openPopup} className="button button-line">
            {text('home.contact.ask')}
          </PopupButton>
          <LinkWithoutScript className="button button-line">{text('home.contact.ask')}</LinkWithoutScript>
          {outcome}
        </div>
      </div>
    </section>
  );
}

function MeetingCard({ openPopup }: { openPopup: PopupOpener }) {
  const text = useText();
  const bookingPath = localPath(useLanguage(), '/booking');
  const points = [
    { name: text('home.contact.free'), description: text('home.contact.freeText') },
    { name: text('home.contact.oneOnOne'), description: text('home.contact.oneOnOneText') },
    { name: text('home.contact.pick'), description: text('home.contact.pickText') },
    { name: text('home.contact.concrete'), description: text('home.contact.concreteText') },
  ];
  return (
    <div className="card card-bell relative flex flex-col overflow-hidden columns:row-span-2">
      <h3 className="text-[clamp(1.6rem,1.3rem+1.3vw,2.25rem)] leading-title">
        {text('home.contact.meeting')}
      </h3>
      <p className="mt-2.5 max-w-[31em] text-text-2">{text('home.contact.meetingText')}</p>
      <dl className="mt-7 mb-9 grid gap-x-6 gap-y-4.5 phone:grid-cols-2 phone:pr-42.5">
        {points.map(({ name, description }) => (
          <div key={name}>
            <dt className="font-display text-term font-semibold">{name}</dt>
            <dd className="text-small text-text-2">{description}</dd>
          </div>
        ))}
      </dl>
      <PopupButton
        popup="meeting"
        openPopup={openPopup}
        aria-haspopup={undefined}
        className="button button-lamp mt-auto self-start"
      >
        {text('home.contact.book')}
      </PopupButton>
      <LinkWithoutScript href={bookingPath} className="button button-lamp">
        {text('home.contact.book')}
      </LinkWithoutScript>
      <Bell className="bell" />
    </div>
  );
}
