import { useQuery } from '@tanstack/react-query';
import {
  type CalendarSource,
  type CalendarSourcesAnswer,
  type ChangeSourceBody,
  type SourceFailure,
  sourceLimits,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall } from '../../lib/admin-queries';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { CheckBox } from '../../ui/check-box';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { FailureLine } from '../../ui/form-parts';
import { useInstantFormat } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { QueryStates } from '../../ui/query-states';
import { SelectField } from '../../ui/select-field';
import { AddSource } from './add-source';
import { calendarPath } from './use-calendar-form';

const sourcesPath = `${calendarPath}/sources`;
/** How soon the outcome of a reading is asked for again. */
const askAgainMs = 1_000;

/** The owner's other calendars, whose busy times visitors can't choose. */
export function SourcesPanel() {
  const text = useText();
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery<CalendarSourcesAnswer>({
    queryKey: [sourcesPath],
    ...readWhenOpened,
    refetchInterval: ({ state }) =>
      state.data?.sources.some(({ isReading }) => isReading) === true && askAgainMs,
  });
  const sources = query.data?.sources ?? [];
  return (
    <Panel span={12} title={text('admin.calendar.others.title')}>
      <p className="mt-2 max-w-160 text-text-2">{text('admin.calendar.others.what')}</p>
      <QueryStates
        query={query}
        fetching={text('admin.calendar.others.fetching')}
        failed={text('admin.calendar.others.notFetched')}
      />
      {sources.length > 0 && (
        <ul className="mt-4 grid grid-cols-1 gap-x-8 columns:grid-cols-2">
          {sources.map((source) => (
            <Source key={source.id} source={source} />
          ))}
        </ul>
      )}
      {query.data && sources.length < sourceLimits.sources && (
        <div className="mt-4">
          <Button variant="line" onClick={() => setIsAdding(true)}>
            {text('admin.calendar.others.add')}
          </Button>
        </div>
      )}
      {isAdding && <AddSource onClose={() => setIsAdding(false)} />}
    </Panel>
  );
}

const failures: Record<SourceFailure, MessageKey> = {
  'not-reached': 'admin.calendar.others.notReached',
  'address-not-allowed': 'admin.calendar.others.notAllowed',
  'login-refused': 'admin.calendar.others.loginRefused',
  'not-found': 'admin.calendar.others.notFound',
  'server-failed': 'admin.calendar.others.serverFailed',
  'no-calendar': 'admin.calendar.others.noCalendar',
  'not-readable': 'admin.calendar.others.notReadable',
  'too-large': 'admin.calendar.others.tooLarge',
  'password-needed': 'admin.calendar.others.passwordNeeded',
};

function Source({ source }: { source: CalendarSource }) {
  const text = useText();
  const formatInstant = useInstantFormat();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, kind, name, host, allDayBlocks, readAt, isOld, busy, failure, isReading, calendars, writesTo } =
    source;
  const path = `${sourcesPath}/${id}`;
  const change = useAdminCall({
    run: (body: ChangeSourceBody) => adminSend<CalendarSourcesAnswer>('PATCH', path, body),
    failed: text('admin.calendar.others.notSaved'),
  });
  const remove = useAdminCall({
    run: () => adminSend<CalendarSourcesAnswer>('DELETE', path, {}),
    failed: text('admin.calendar.others.notSaved'),
  });
  const of = <span className="sr-only"> {name}</span>;
  const at = readAt === null ? '' : formatInstant(readAt);
  return (
    <li className="min-w-0 border-t border-line py-3">
      <p className="wrap-anywhere">
        <bdi className="font-semibold">{name}</bdi> <span className="text-text-2">· {host}</span>
      </p>
      <p role="status" className="text-text-2">
        {isReading
          ? text('admin.calendar.others.reading')
          : readAt === null
            ? text('admin.calendar.others.neverRead')
            : text('admin.calendar.others.read', { at, busy })}
      </p>
      {calendars.length > 1 && (
        <p className="text-note text-text-3 wrap-anywhere">
          {calendars.map((calendar) => calendar.name).join(', ')}
        </p>
      )}
      {failure !== null && !isReading && <FailureLine>{text(failures[failure])}</FailureLine>}
      {isOld && <FailureLine>{text('admin.calendar.others.old')}</FailureLine>}
      {failure === 'login-refused' && kind === 'caldav' && (
        <NewPassword
          name={name}
          isSaving={change.isPending}
          onSave={(password) => change.mutate({ password })}
        />
      )}
      <CheckBox checked={allDayBlocks} onChange={(checked) => change.mutate({ allDayBlocks: checked })}>
        {text('admin.calendar.others.allDay')}
        {of}
      </CheckBox>
      {calendars.length > 0 && (
        <div className="mb-2">
          <SelectField
            label={text('admin.calendar.others.writes')}
            value={writesTo ?? ''}
            any={text('admin.calendar.others.writesNone')}
            choices={calendars.map((calendar) => ({ value: calendar.url, name: calendar.name }))}
            onChange={(url) => change.mutate({ writesTo: url === '' ? null : url })}
          />
          <p className="mt-1.5 text-note text-text-3">{text('admin.calendar.others.writesHint')}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-x-5">
        <button
          type="button"
          className="button-link"
          disabled={isReading || change.isPending}
          onClick={() => change.mutate({})}
        >
          {text('admin.calendar.others.readNow')}
          {of}
        </button>
        <button type="button" className="button-link text-text-2" onClick={() => setIsRemoving(true)}>
          {text('admin.calendar.others.remove')}
          {of}
        </button>
      </div>
      {isRemoving && (
        <Dialog
          title={text('admin.calendar.others.removeTitle', { name })}
          text={text('admin.calendar.others.removeText')}
          onClose={() => setIsRemoving(false)}
        >
          <div className="mt-5 flex flex-wrap gap-3">
            <Button
              busyLabel={remove.isPending ? text('admin.loading') : undefined}
              onClick={() => remove.mutate(undefined, { onSettled: () => setIsRemoving(false) })}
            >
              {text('admin.calendar.others.removeNow')}
            </Button>
            <Button variant="line" onClick={() => setIsRemoving(false)}>
              {text('admin.calendar.keep')}
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}

interface NewPasswordProps {
  name: string;
  isSaving: boolean;
  onSave: (password: string) => void;
}

function NewPassword({ name, isSaving, onSave }: NewPasswordProps) {
  const text = useText();
  const [password, setPassword] = useState('');
  return (
    <AdminForm className="mt-2 grid justify-items-start gap-2" onSubmit={() => onSave(password)}>
      <TextField
        type="password"
        label={text('admin.calendar.others.newPassword', { name })}
        autoComplete="off"
        maxLength={sourceLimits.password}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button
        variant="line"
        type="submit"
        disabled={password === ''}
        busyLabel={isSaving ? text('admin.yourSite.saving') : undefined}
      >
        {text('admin.yourSite.save')}
      </Button>
    </AdminForm>
  );
}
