import {
  type CalendarAnswer,
  type CalendarBody,
  type CalendarSettings,
  findCalendarProblems,
  type Hours,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import { useText } from '../../i18n/use-text';
import { discardAdminDraft, keepAdminDraft, readAdminDrafts, useAdminDrafts } from '../../lib/admin-drafts';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { isSame } from '../site/setting-values';

export const calendarPath = '/api/admin/calendar';
const draftName = 'calendar';

/** Wrong fields by their paths (`kinds.0.weekly.2.0.to`), each with the sentence that says how to fix it. */
export type Problems = Partial<Record<string, MessageKey>>;
export type CalendarFormState = ReturnType<typeof useCalendarForm>;

/** The form of the calendar's settings, saved as a whole. Typed values outlive the screen. */
export function useCalendarForm(answer: CalendarAnswer, element: RefObject<HTMLFormElement | null>) {
  const text = useText();
  const queries = useQueryClient();
  const draft = parseDraft(useAdminDrafts().get(draftName));
  const [problems, setProblems] = useState<Problems>({});
  const [failures, setFailures] = useState(0);
  const [isSaved, setIsSaved] = useState(false);
  const { settings, version } = draft ?? answer;

  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failures, element]);

  function show(found: Problems) {
    setProblems(found);
    setFailures((count) => count + 1);
  }

  const saving = useAdminCall({
    run: (body: CalendarBody) => adminSend<CalendarAnswer>('PUT', calendarPath, body),
    onDone: (saved, sent) => {
      queries.setQueryData([calendarPath], saved);
      settleDraft(sent, saved);
      setIsSaved(true);
    },
    onFailed: (failure) => {
      if (isRefusedFor('calendar-conflict', failure))
        void queries.invalidateQueries({ queryKey: [calendarPath], exact: true });
      if (isRefusedFor('broken-setting', failure)) {
        const fields = (failure.answer.details ?? []).map(({ field }) => field);
        show(Object.fromEntries(fields.map((field) => [field, describeProblem(field, settings)])));
      }
    },
    failed: (failure) => {
      const isShown = isRefusedFor('calendar-conflict', failure) || isRefusedFor('broken-setting', failure);
      return isShown ? undefined : text('admin.yourSite.notSaved');
    },
  });

  return {
    settings,
    problems,
    isSaved,
    isSaving: saving.isPending,
    isChanged: draft !== undefined,
    /** Somebody else changed them after typing began. */
    isMoved: draft !== undefined && version !== answer.version,
    change: (next: CalendarSettings) => {
      if (isSame(next, answer.settings)) discardAdminDraft(draftName);
      else keepDraft({ settings: next, version });
      setProblems({});
      setIsSaved(false);
    },
    /** Writes over what they are now. */
    keepMine: () => keepDraft({ settings, version: answer.version }),
    takeTheirs: () => discardAdminDraft(draftName),
    save: () => {
      const found = findProblems(settings);
      if (Object.keys(found).length > 0) show(found);
      else saving.mutate({ settings, version });
    },
  };
}

function keepDraft(draft: CalendarBody): void {
  keepAdminDraft(draftName, { typed: JSON.stringify(draft) });
}

function parseDraft(kept: Readonly<Record<string, string>> | undefined): CalendarBody | undefined {
  return kept && (JSON.parse(kept['typed'] ?? 'null') as CalendarBody);
}

/** Ends the draft that was saved, unless more was typed meanwhile: that is written over the saved version. */
function settleDraft(sent: CalendarBody, { version }: CalendarAnswer): void {
  const draft = parseDraft(readAdminDrafts().get(draftName));
  if (!draft) return;
  if (isSame(draft.settings, sent.settings)) discardAdminDraft(draftName);
  else keepDraft({ ...draft, version });
}

/** Returns the fields that the api would refuse. */
function findProblems(settings: CalendarSettings): Problems {
  const { kinds, exceptions } = settings;
  // An empty end isn't after its start.
  const starts = [
    ...kinds.flatMap(({ weekly }, kind) =>
      weekly.flatMap((day, weekday) => emptyStarts(`kinds.${kind}.weekly.${weekday}`, day)),
    ),
    ...exceptions.flatMap(({ hours }, index) => emptyStarts(`exceptions.${index}.hours`, hours)),
  ];
  const missing = kinds.flatMap(({ name, questions }, kind) => [
    ...(name.en.trim() === '' ? [`kinds.${kind}.name.en`] : []),
    ...questions.flatMap(({ en }, index) =>
      en.trim() === '' ? [`kinds.${kind}.questions.${index}.en`] : [],
    ),
  ]);
  const wrong = [...findCalendarProblems(settings).map(({ field }) => field), ...starts, ...missing];
  return Object.fromEntries(wrong.map((field) => [field, describeProblem(field, settings)]));
}

function emptyStarts(path: string, day: Hours[]): string[] {
  return day.flatMap(({ from }, index) => (from === '' ? [`${path}.${index}.from`] : []));
}

/** Says how to fix a field that was refused, here or by the api. */
function describeProblem(path: string, settings: CalendarSettings): MessageKey {
  const steps = path.split('.');
  const value = steps.reduce<unknown>(
    (whole, step) => (whole as Record<string, unknown> | null | undefined)?.[step],
    settings,
  );
  const [last] = steps.slice(-1);
  if (/^kinds\.\d+\.(name|questions\.\d+)(\.en)?$/.test(path)) return 'admin.yourSite.missingEnglish';
  if (path.startsWith('daysOff.')) {
    if (value === '' || last === 'from') return 'admin.calendar.notDay';
    return 'admin.calendar.lastBeforeFirst';
  }
  if (last === 'date') return isDay(value) ? 'admin.calendar.sameDay' : 'admin.calendar.notDay';
  if (last === 'from' || last === 'to') {
    if (value === '') return 'admin.calendar.notTime';
    return last === 'to' ? 'admin.calendar.endsBefore' : 'admin.calendar.overlaps';
  }
  return 'admin.calendar.refused';
}

const isDay = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
