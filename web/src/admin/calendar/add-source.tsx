import { type AddSourceBody, type CalendarSourcesAnswer, sourceLimits } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { HttpError, isRefusedFor } from '../../lib/http';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { CheckBox } from '../../ui/check-box';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { SelectField } from '../../ui/select-field';
import { calendarPath } from './use-calendar-form';

const kinds = {
  caldav: 'admin.calendar.others.caldav',
  ics: 'admin.calendar.others.ics',
} as const satisfies Record<AddSourceBody['kind'], MessageKey>;
const addresses = {
  caldav: { label: 'admin.calendar.others.server', hint: 'admin.calendar.others.serverHint' },
  ics: { label: 'admin.calendar.others.secret', hint: 'admin.calendar.others.secretHint' },
} as const satisfies Record<AddSourceBody['kind'], { label: MessageKey; hint: MessageKey }>;

/** Adds a calendar. What is typed never goes among the drafts, which the tab keeps. */
export function AddSource({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [kind, setKind] = useState<AddSourceBody['kind']>('caldav');
  const [fields, setFields] = useState({ name: '', address: '', userName: '', password: '' });
  const [allDayBlocks, setAllDayBlocks] = useState(true);
  const [isRefused, setIsRefused] = useState(false);
  const { label, hint } = addresses[kind];
  const add = useAdminCall({
    run: (body: AddSourceBody) => adminSend<CalendarSourcesAnswer>('POST', `${calendarPath}/sources`, body),
    failed: (failure) => {
      if (isOfAddress(failure)) return undefined;
      const isFull = isRefusedFor('too-many-calendars', failure);
      return text(isFull ? 'admin.calendar.others.full' : 'admin.calendar.others.notSaved');
    },
    onFailed: (failure) => setIsRefused(isOfAddress(failure)),
    onDone: onClose,
  });
  const { name, address, userName, password } = fields;
  const isComplete =
    name.trim() !== '' && address.trim() !== '' && (kind === 'ics' || (userName !== '' && password !== ''));
  const field = (of: keyof typeof fields) => ({
    name: `calendar-${of}`,
    autoComplete: 'off',
    value: fields[of],
    maxLength: sourceLimits[of],
    onChange: ({ target: { value } }: { target: { value: string } }) => {
      setFields({ ...fields, [of]: value });
      setIsRefused(false);
    },
  });
  return (
    <Dialog title={text('admin.calendar.others.add')} onClose={onClose}>
      <AdminForm
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={() =>
          add.mutate({
            ...{ kind, name: name.trim(), address: address.trim(), allDayBlocks },
            ...(kind === 'caldav' && { userName: userName.trim(), password: password.trim() }),
          })
        }
      >
        <SelectField
          label={text('admin.calendar.others.kind')}
          value={kind}
          choices={kinds}
          onChange={(chosen) => chosen !== '' && setKind(chosen)}
        />
        <TextField
          {...field('name')}
          label={text('admin.calendar.others.name')}
          placeholder={text('admin.calendar.others.nameExample')}
        />
        <div>
          <TextField
            {...field('address')}
            label={text(label)}
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            error={isRefused ? text('admin.deliveries.wrongAddress') : undefined}
          />
          <p className="mt-1.5 text-note text-text-3">{text(hint)}</p>
        </div>
        {kind === 'caldav' && (
          <>
            <TextField
              {...field('userName')}
              label={text('admin.calendar.others.userName')}
              autoCapitalize="off"
              spellCheck={false}
            />
            <div>
              <TextField
                {...field('password')}
                type="password"
                label={text('admin.calendar.others.password')}
              />
              <p className="mt-1.5 text-note text-text-3">{text('admin.calendar.others.passwordHint')}</p>
            </div>
          </>
        )}
        <CheckBox checked={allDayBlocks} onChange={setAllDayBlocks}>
          {text('admin.calendar.others.allDay')}
        </CheckBox>
        <div>
          <Button
            type="submit"
            disabled={!isComplete}
            busyLabel={add.isPending ? text('admin.loading') : undefined}
          >
            {text('admin.calendar.others.addNow')}
          </Button>
        </div>
      </AdminForm>
    </Dialog>
  );
}

const isOfAddress = (failure: Error) =>
  failure instanceof HttpError && failure.answer.details?.[0]?.field === 'address';
