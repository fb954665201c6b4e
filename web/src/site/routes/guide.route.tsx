import {
  browserEmail,
  cleanEmail,
  pictureSet,
  type PromptSignupAnswer,
  type TextLanguage,
  wireLanguageOf,
} from '@voordeur/contracts/http';
import { useState, type SubmitEvent } from 'react';
import { site } from '../../config/site';
import { sizes } from '../../config/timings';
import { useLanguage, useText } from '../../i18n/use-text';
import { showFailure } from '../../lib/form';
import { getEmailField, useLeadForm } from '../../lib/lead-form';
import { showToast } from '../../lib/toast-store';
import { BackLink } from '../../ui/back-link';
import { Door } from '../../ui/drawings/door';
import { EmailField } from '../../ui/field';
import { FormOutcome, Honeypot, SubmitButton } from '../../ui/form-parts';
import { NumberPlate } from '../../ui/number-plate';
import { WithoutScript } from '../../ui/without-script';
import type { Page } from '../pages/paths';

export default function GuideRoute({ page }: { page: Page }) {
  return (
    <div className="wrap page">
      <div className="mb-6 flex items-center justify-between">
        <BackLink language={page.language} />
        <NumberPlate number={12} />
      </div>
      <GuideCard />
    </div>
  );
}

/** A shut door; an email address opens it, until the page is left. */
export function GuideCard() {
  const [documentUrl, setDocumentUrl] = useState<string | null>(null);
  return documentUrl === null ? <Locked onOpened={setDocumentUrl} /> : <Opened documentUrl={documentUrl} />;
}

function Locked({ onOpened }: { onOpened: (documentUrl: string) => void }) {
  const text = useText();
  const language = useLanguage();
  const [invalid, setInvalid] = useState(false);
  const failed = text('guide.failed');
  const { outcome, isSending, send, edited, trap } = useLeadForm<PromptSignupAnswer>('/api/prompt-signup', {
    failed,
    needs: 'documentUrl',
  });

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = getEmailField(event.currentTarget);
    const email = field.value.trim();
    if (!browserEmail.test(cleanEmail(email))) {
      setInvalid(true);
      showFailure(text('guide.invalid'), text);
      field.focus();
      return;
    }
    const answer = await send({ email, language: wireLanguageOf(language) });
    if (answer?.documentUrl === undefined) return;
    showToast({ title: text('form.success'), text: text('guide.success') });
    onOpened(answer.documentUrl);
  }

  return (
    <div className="card mx-auto max-w-140">
      <div className="guide-door">
        <Door shut />
      </div>
      <h1 className="text-card">{text('guide.lockedTitle')}</h1>
      <p className="mt-3 text-text-2">{text('guide.lockedText')}</p>
      <form
        method="post"
        noValidate
        className="mt-6 grid gap-4.5"
        onSubmit={(event) => void submit(event)}
        onChange={edited}
      >
        <EmailField
          label={text('guide.email')}
          required
          invalid={invalid}
          onChange={() => setInvalid(false)}
        />
        <Honeypot trap={trap} />
        <WithoutScript />
        <SubmitButton isSending={isSending}>{text('guide.submit')}</SubmitButton>
        <FormOutcome outcome={outcome} failed={failed} />
      </form>
      <p className="mt-4 text-small text-text-3">{text('guide.foot')}</p>
    </div>
  );
}

const focus = (heading: HTMLElement | null) => heading?.focus();

function Opened({ documentUrl }: { documentUrl: string }) {
  const text = useText();
  const language = useLanguage();
  // The file's parts. A viewer that knows no such places opens the first page, whose cover says where they are.
  const address = `${documentUrl}#nameddest=${language}`;
  return (
    <div className="grid gap-6">
      <div className="card mx-auto w-full max-w-140">
        <div className="guide-door">
          <Door />
        </div>
        <div role="status">
          {/* The form that had the focus is gone. */}
          <h1 ref={focus} tabIndex={-1} className="text-card outline-none">
            {text('guide.openTitle')}
          </h1>
        </div>
        <p className="mt-3 text-text-2">{text('guide.openText')}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <a href={address} target="_blank" rel="noopener" className="button button-lamp">
            {text('guide.download')} <span className="sr-only">{text('common.newTab')}</span>
          </a>
          <a href={address} className="button button-line md:hidden">
            {text('guide.read')}
          </a>
          <a href="#guide" className="button button-line max-md:hidden">
            {text('guide.read')}
          </a>
        </div>
        {/* A phone's viewer shows a part of the page, or none at all. */}
        <Cover language={language} />
      </div>
      <iframe
        id="guide"
        src={address}
        title={text('guide.frame')}
        height={sizes.guideFramePx}
        loading="lazy"
        className="document-frame max-md:hidden"
      />
    </div>
  );
}

/** The first page of the guide; nothing for one of the owner's that has no picture of it. */
function Cover({ language }: { language: TextLanguage }) {
  const { guide } = site;
  const cover = guide ? guide.cover : `/media/guide-${language}.jpg`;
  if (cover === undefined) return null;
  return (
    <img
      src={cover}
      srcSet={pictureSet(cover, 'webp') ?? undefined}
      sizes="100vw"
      alt=""
      width={840}
      height={1188}
      loading="lazy"
      className="guide-cover md:hidden"
      onError={({ currentTarget }) => currentTarget.remove()}
    />
  );
}
