import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { TextField } from '../../ui/field';
import { WithoutScript } from '../../ui/without-script';
import { InquiryForm } from './inquiry-form';

const words = {
  email: 'booking.proposeEmail',
  submit: 'booking.proposeSubmit',
  success: 'booking.proposeSuccess',
  failed: 'booking.proposeFailed',
} as const;

interface Props {
  /** Whether its heading takes the focus, because it has just replaced something. */
  focused?: boolean;
}

/** Proposes a time (a lead of kind question), for when the calendar doesn't load. */
export function ProposeTimeForm({ focused }: Props) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <InquiryForm
      kind="question"
      draft="propose"
      words={words}
      aria-labelledby="propose"
      className="grid justify-items-start gap-4.5"
      toIdea={(time) => text('booking.proposeIdea', { time })}
    >
      {(email, asked) => (
        <>
          <h2 ref={heading} id="propose" tabIndex={-1} className="scroll-mt-28 text-h3">
            {text('booking.proposeTitle')}
          </h2>
          <div className="grid w-full gap-4.5 sm:grid-cols-2">
            {email}
            <TextField
              label={text('booking.proposeTime')}
              name="time"
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
