import type { SiteLanguage } from '../../i18n/language';
import { useText } from '../../i18n/use-text';
import { TextField } from '../../ui/text-field';
import { InquiryForm } from './inquiry-form';

const words = {
  email: 'booking.proposeEmail',
  submit: 'booking.proposeSubmit',
  success: 'booking.proposeSuccess',
  failed: 'booking.proposeFailed',
} as const;

/** A time as a lead of kind question, for when the calendar is away. */
export function ProposeTimeForm({ language }: { language: SiteLanguage }) {
  const text = useText();
  return (
    <InquiryForm
      kind="question"
      language={language}
      words={words}
      aria-labelledby="propose"
      className="card grid justify-items-start gap-4.5"
      tell={(time) => text('booking.proposeIdea', { time })}
    >
      {(email, asked) => (
        <>
          <h3 id="propose" className="text-h3">
            {text('booking.proposeTitle')}
          </h3>
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
        </>
      )}
    </InquiryForm>
  );
}
