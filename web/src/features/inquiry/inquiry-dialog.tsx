import { textLimits } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useCallback } from 'react';
import { timings } from '../../config/timings';
import { useText } from '../../i18n/use-text';
import { Dialog } from '../../ui/dialog';
import { TextArea } from '../../ui/field';
import { InquiryForm } from './inquiry-form';

interface Props {
  kind: 'setups' | 'question';
  /** Called with the success message, which is shown after the popup has closed. */
  onSent: (line: MessageKey) => void;
  onClose: () => void;
}

/** The texts of the two popups, which differ in nothing else. */
const words = {
  setups: {
    title: 'setups.title',
    text: 'setups.text',
    email: 'setups.email',
    idea: 'setups.idea',
    placeholder: 'setups.placeholder',
    submit: 'setups.submit',
    success: 'setups.success',
    failed: 'setups.failed',
    foot: 'setups.foot',
  },
  question: {
    title: 'question.title',
    text: 'question.text',
    email: 'question.email',
    idea: 'question.question',
    placeholder: 'question.placeholder',
    submit: 'question.submit',
    success: 'question.success',
    failed: 'question.failed',
    foot: 'question.foot',
  },
} as const;

export function InquiryDialog({ kind, onSent, onClose }: Props) {
  const text = useText();
  const say = words[kind];

  const closeLater = useCallback(() => {
    onSent(say.success);
    const timer = setTimeout(onClose, timings.popupCloseMs);
    return () => clearTimeout(timer);
  }, [onSent, onClose, say]);

  return (
    <Dialog title={text(say.title)} text={text(say.text)} foot={text(say.foot)} onClose={onClose}>
      <InquiryForm kind={kind} draft={kind} words={say} className="mt-5.5 grid gap-4.5" whenSent={closeLater}>
        {(email, asked) => (
          <>
            {email}
            <TextArea
              label={text(say.idea)}
              name="idea"
              required
              maxLength={textLimits.idea}
              placeholder={text(say.placeholder)}
              {...asked}
            />
          </>
        )}
      </InquiryForm>
    </Dialog>
  );
}
