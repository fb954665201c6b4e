import {
  type BookBody,
  type BookedAnswer,
  browserEmail,
  calendarLimits,
  cleanEmail,
  type HoldAnswer,
  inLanguage,
  type JustTakenAnswer,
  type OfferedKind,
  textLimits,
  wireLanguageOf,
} from '@voordeur/contracts/http';
import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { readLeftOut, reportGoal } from '../../lib/counting';
import { showFailure, useSubmit } from '../../lib/form';
import { isRefusedFor, postJson, randomUuid } from '../../lib/http';
import { useDraft } from '../../lib/lead-form';
import { waitUntil } from '../../lib/page-state';
import { EmailField, TextArea, TextField } from '../../ui/field';
import { FormOutcome, Honeypot, SubmitButton } from '../../ui/form-parts';
import { useTimeWords } from './own-calendar-times';

const empty = { name: '', email: '', phone: '', 'answers.0': '', 'answers.1': '' };
type FieldName = keyof typeof empty;
const isField = (name: string): name is FieldName => name in empty;

interface Props {
  kind: OfferedKind;
  startsAt: string;
  /** The visitor's. */
  timeZone: string;
  /** Called with the times to choose from now. */
  onTaken: (next: string[]) => void;
  onBooked: (booked: BookedAnswer, email: string) => void;
}

/** Books one time, which is held while it's filled in. The text typed stays for the form of another time. */
export function BookingForm({ kind, startsAt, timeZone, onTaken, onBooked }: Props) {
  const text = useText();
  const language = useLanguage();
  const { values, setField, clear } = useDraft(`booking ${kind.id}`, empty);
  const [wrong, setWrong] = useState<FieldName[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const trap = useRef<HTMLInputElement>(null);
  /** The same over retries, so that an answer that got lost books no second meeting. */
  const id = useRef<string>(undefined);
  const { hold, heldUntil } = useHold(kind, startsAt, onTaken);
  const failed = text('calendar.failed');
  useEffect(() => reportGoal('form-opened'), []);

  const { outcome, isSending, submit } = useSubmit(async (): Promise<'failed' | 'other'> => {
    id.current ??= randomUuid();
    // Without its id, the hold would keep the time from its own visitor.
    const holdId = await hold();
    const body: BookBody = {
      id: id.current,
      kind: kind.id,
      startsAt,
      email: values.email.trim(),
      name: values.name.trim(),
      ...(values.phone.trim() && { phone: values.phone.trim() }),
      answers: kind.questions.map((_, index) => (index === 0 ? values['answers.0'] : values['answers.1'])),
      language: wireLanguageOf(language),
      timeZone,
      ...(holdId !== null && { holdId }),
      ...(readLeftOut() && { notCounted: true }),
      website: trap.current?.value ?? '',
    };
    try {
      const booked = (await (await postJson('/api/bookings', body)).json()) as Partial<BookedAnswer>;
      if (!isWhole(booked)) throw new Error('the answer says nothing of a meeting');
      clear();
      onBooked(booked, body.email);
      return 'other';
    } catch (error) {
      const next = nextOf(error);
      if (next) {
        onTaken(next);
        return 'other';
      }
      if (isRefusedFor('idempotency-conflict', error)) id.current = undefined;
      const details = isRefusedFor('invalid-body', error) ? (error.answer.details ?? []) : [];
      const fields = details.map(({ field }) => field.replace(/^answers$/, 'answers.0')).filter(isField);
      if (fields.length > 0) {
        pointOut(fields);
        return 'other';
      }
      showFailure(failed, text);
      return 'failed';
    }
  });

  function pointOut(fields: FieldName[]) {
    setWrong(fields);
    const first = form.current?.elements.namedItem(fields[0] ?? '');
    if (first instanceof HTMLElement) first.focus();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields: FieldName[] = [
      ...(values.name.trim() === '' ? (['name'] as const) : []),
      ...(browserEmail.test(cleanEmail(values.email)) ? [] : (['email'] as const)),
      ...(kind.needsPhone && values.phone.trim() === '' ? (['phone'] as const) : []),
    ];
    if (fields.length > 0) pointOut(fields);
    else void submit(undefined);
  }

  const propsOf = (name: FieldName) => ({
    name,
    value: values[name],
    error: wrong.includes(name)
      ? text(values[name].trim() === '' ? 'calendar.missing' : 'calendar.wrong')
      : undefined,
    onChange: (event: { target: { value: string } }) => {
      setField(name, event.target.value);
      setWrong((fields) => fields.filter((field) => field !== name));
      // Another form than the one that was sent.
      id.current = undefined;
    },
  });
  const { error: emailError, ...email } = propsOf('email');
  return (
    <form ref={form} noValidate className="mt-5 grid gap-4.5" onSubmit={onSubmit}>
      <HeldUntil heldUntil={heldUntil} />
      <TextField
        label={text('meeting.name')}
        required
        autoComplete="name"
        maxLength={textLimits.name}
        {...propsOf('name')}
      />
      <EmailField label={text('meeting.email')} required invalid={emailError !== undefined} {...email} />
      {kind.place === 'phone' && (
        <TextField
          label={text('meeting.phone')}
          type="tel"
          required={kind.needsPhone}
          autoComplete="tel"
          maxLength={textLimits.phone}
          {...propsOf('phone')}
        />
      )}
      {kind.questions.map((question, index) => (
        <TextArea
          key={index}
          label={text('calendar.optional', { question: inLanguage(question, language) })}
          rows={2}
          maxLength={calendarLimits.answer}
          {...propsOf(index === 0 ? 'answers.0' : 'answers.1')}
        />
      ))}
      <Honeypot trap={trap} />
      <SubmitButton isSending={isSending}>{text('meeting.book')}</SubmitButton>
      <FormOutcome outcome={outcome === 'failed' ? 'failed' : null} failed={failed} />
    </form>
  );
}

function HeldUntil({ heldUntil }: { heldUntil: string | null }) {
  const text = useText();
  const { timeOf } = useTimeWords();
  return (
    <p role="status" className="text-small text-text-2 empty:hidden">
      {heldUntil !== null && text('calendar.held', { time: timeOf(heldUntil) })}
    </p>
  );
}

/** Something between us and the api may answer in its place. */
function isWhole(booked: Partial<BookedAnswer>): booked is BookedAnswer {
  return booked.startsAt !== undefined && booked.place !== undefined;
}

/** Holds a time as long as its form is shown. One that can't be held is taken once the form is sent. */
function useHold(kind: OfferedKind, startsAt: string, onTaken: Props['onTaken']) {
  const answer = useRef<Promise<HoldAnswer | null>>(undefined);
  const [heldUntil, setHeldUntil] = useState<string | null>(null);
  const onGone = useEffectEvent(onTaken);

  useEffect(() => {
    let isCurrent = true;
    answer.current = holdTime(kind.id, startsAt, (next) => {
      if (isCurrent) onGone(next);
    });
    void answer.current.then((held) => {
      if (isCurrent) setHeldUntil(held?.until ?? null);
    });
    return () => {
      isCurrent = false;
    };
  }, [kind.id, startsAt]);
  useEffect(
    () => (heldUntil === null ? undefined : waitUntil(Date.parse(heldUntil), () => setHeldUntil(null))),
    [heldUntil],
  );

  return { hold: async () => (await answer.current)?.holdId ?? null, heldUntil };
}

async function holdTime(
  kind: string,
  startsAt: string,
  onTaken: (next: string[]) => void,
): Promise<HoldAnswer | null> {
  try {
    return (await (await postJson('/api/bookings/hold', { kind, startsAt })).json()) as HoldAnswer;
  } catch (error) {
    const next = nextOf(error);
    if (next) onTaken(next);
    return null;
  }
}

/** The next times, of an answer that this one was just taken. */
function nextOf(error: unknown): string[] | undefined {
  if (!isRefusedFor('just-taken', error)) return undefined;
  return (error.answer as Partial<JustTakenAnswer>).next ?? [];
}
