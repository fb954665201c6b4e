import { calendarLimits, type CalendarAnswer, defaultCalendar, inLanguage } from '@voordeur/contracts/http';
import { useRef, useState } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { randomUuid } from '../../lib/http';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { useZoneName } from '../../ui/instant';
import { HidingPanel } from '../../ui/panel';
import { useIsFolded } from '../../ui/panel-layout';
import { DaysOffFields, ExceptionFields } from './day-fields';
import { KindFields } from './kind-fields';
import { useCalendarForm } from './use-calendar-form';

/** The panel of days, among those of kinds by their ids. */
const away = 'away';

/** The times that visitors can choose: by kind of meeting, and the days on which it's otherwise. */
export function CalendarForm({ answer }: { answer: CalendarAnswer }) {
  const text = useText();
  const language = useLanguage();
  const zone = useZoneName();
  const element = useRef<HTMLFormElement>(null);
  const form = useCalendarForm(answer, element);
  const { settings, problems, change } = form;
  const { kinds } = settings;
  const folds = useIsFolded();
  const [opened, setOpened] = useState<string | null>(null);
  const [known, setKnown] = useState(problems);
  // In this render and not after it: the first field with a fault gets the focus.
  if (problems !== known) {
    setKnown(problems);
    const paths = Object.keys(problems);
    const kind = kinds.find((_, index) => paths.some((path) => path.startsWith(`kinds.${index}.`)));
    if (paths.length > 0) setOpened(kind?.id ?? away);
  }
  // One at a time: a kind alone is three screens of a phone.
  const foldingOf = (id: string) => ({
    folds,
    isOpen: opened === id,
    onToggle: () => setOpened(opened === id ? null : id),
  });

  function addKind() {
    const [like = defaultCalendar.kinds[0]] = kinds;
    // Meetings refer to it, so it isn't that of a kind that was removed.
    const id = `kind-${randomUuid().slice(0, 8)}`;
    if (like) change({ ...settings, kinds: [...kinds, { ...like, id, name: { en: '' }, questions: [] }] });
    setOpened(id);
  }

  return (
    <AdminForm ref={element} noValidate className="flex flex-col gap-3.5" onSubmit={form.save}>
      <p className="max-w-160 text-text-2">
        {answer.version === 0 && `${text('admin.calendar.begin')} `}
        {text('admin.calendar.zone', { zone })}
      </p>
      {kinds.map((kind, index) => (
        <HidingPanel
          key={kind.id}
          {...foldingOf(kind.id)}
          title={inLanguage(kind.name, language) || text('admin.calendar.kind', { n: index + 1 })}
          line={text('admin.leads.minutes', { minutes: kind.minutes })}
        >
          <KindFields form={form} index={index} kind={kind} />
        </HidingPanel>
      ))}
      {kinds.length < calendarLimits.kinds && (
        <div>
          <Button variant="line" onClick={addKind}>
            {text('admin.calendar.addKind')}
          </Button>
        </div>
      )}
      <HidingPanel {...foldingOf(away)} title={text('admin.calendar.away')}>
        <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-6 columns:grid-cols-2">
          <DaysOffFields form={form} />
          <ExceptionFields form={form} />
        </div>
      </HidingPanel>
      {form.isMoved && (
        <div role="alert" className="border-l-4 border-alarm bg-paint px-3.5 py-3">
          <p className="font-semibold">{text('admin.yourSite.moved')}</p>
          <div className="flex flex-wrap gap-x-5">
            <button type="button" className="button-link" onClick={form.keepMine}>
              {text('admin.yourSite.keepMine')}
            </button>
            <button type="button" className="button-link" onClick={form.takeTheirs}>
              {text('admin.yourSite.takeTheirs')}
            </button>
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          type="submit"
          disabled={!form.isChanged}
          busyLabel={form.isSaving ? text('admin.yourSite.saving') : undefined}
        >
          {text('admin.yourSite.save')}
        </Button>
        <p role="status" className="text-ok empty:hidden">
          {form.isSaved && text('admin.calendar.saved')}
        </p>
      </div>
    </AdminForm>
  );
}
