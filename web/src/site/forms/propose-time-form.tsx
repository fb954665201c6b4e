import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { TextField } from '../../ui/field';
import { type Promised, type Sent, SentScene } from '../../ui/sent-scene';
import { WithoutScript } from '../../ui/without-script';
import { InquiryForm } from './inquiry-form';

const words = {
  email: 'booking.proposeEmail',
  submit: 'booking.proposeSubmit',
  success: 'booking.proposeSuccess',
  failed: 'booking.proposeFailed',
} as const;

/** Proposes a time, for when the calendar doesn't load. Once sent, the promise takes its place. */
export function ProposeTimeForm({ onSent }: { onSent?: () => void }) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const [sent, setSent] = useState<Sent | null>(null);

  useEffect(() => {
    // It has just replaced something. A visitor who is elsewhere by now isn't called back.
    if (heading.current?.parentElement?.closest(':focus, [role=dialog]')) heading.current.focus();
  }, []);

  function follow(promised: Promised) {
    setSent({ line: words.success, promised });
    onSent?.();
  }

  if (sent) return <SentScene sent={sent} inPlace />;
  return (
    <InquiryForm
      kind="proposal"
      draft="propose"
      words={words}
      aria-labelledby="propose"
      className="grid justify-items-start gap-4.5"
      onSent={follow}
    >
      {(email, asked) => (
        <>
          <h2 ref={heading} id="propose" tabIndex={-1} className="scroll-mt-28 text-h3">
            {text('booking.proposeTitle')}
          </h2>
          <div className="grid w-full gap-4.5 phone:grid-cols-2">
            {email}
            <TextField
              label={text('booking.proposeTime')}
              required
              maxLength={200}
              placeholder={text('booking.proposePlaceholder')}
              {...asked}
            />
          </div>
          <WithoutScript />
        </>
      )}
    </InquiryForm>
  );
}
