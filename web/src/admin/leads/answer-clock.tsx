import { type AnswerClock as Clock, type AnswerState, openAnswerState } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text';

const clockLabels: Record<AnswerState, MessageKey> = {
  due: 'admin.leads.answerDue',
  soon: 'admin.leads.answerSoon',
  late: 'admin.leads.answerLate',
  'in-time': 'admin.leads.answerInTime',
  'answered-late': 'admin.leads.answerAnsweredLate',
};

const minuteMs = 60_000;

/** Time left of the promised 24 hours. State and hours keep counting while the page is open: the answer may be hours old. */
export function AnswerClock({ clock: { state: stateWhenRead, dueAt } }: { clock: Clock }) {
  const text = useText();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const leftMs = Date.parse(dueAt) - nowMs;
  const isAnswered = stateWhenRead === 'in-time' || stateWhenRead === 'answered-late';
  const state = isAnswered ? stateWhenRead : openAnswerState(leftMs);
  const minutes = Math.floor(Math.abs(leftMs) / minuteMs);
  const hours = Math.floor(minutes / 60);
  const left =
    hours >= 48
      ? text('admin.leads.days', { days: Math.floor(hours / 24) })
      : hours > 0
        ? text('admin.leads.hours', { hours })
        : text('admin.leads.minutes', { minutes });
  return <span className={clockLooks[state]}>{text(clockLabels[state], { left })}</span>;
}

// Leads that need the owner soon are lit; overdue ones are in the alarm colour.
const clockLooks: Record<AnswerState, string> = {
  due: 'tag',
  soon: 'tag tag-lit',
  late: 'tag text-alarm',
  'in-time': 'tag',
  'answered-late': 'tag',
};
