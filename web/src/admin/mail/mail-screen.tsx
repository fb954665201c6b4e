import { useQuery } from '@tanstack/react-query';
import {
  type MailAccountAnswer,
  type MailAccountBody,
  mailSecurities,
  type MailSecurity,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useAdminDraft } from '../../lib/admin-drafts';
import { adminSend } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall } from '../../lib/admin-queries';
import { HttpError } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { FailureLine } from '../../ui/form-parts';
import { Panel } from '../../ui/panel';
import { QueryStates } from '../../ui/query-states';
import { ScreenHead } from '../../ui/screen-head';
import { SelectField } from '../../ui/select-field';
import { RecordsPanel } from './records-panel';
import { TestPanel } from './test-panel';

const path = '/api/admin/mail';
/** How soon the outcome of a test letter is asked for again. */
const askAgainMs = 2_000;

export default function MailScreen() {
  const text = useText();
  return (
    <>
      <ScreenHead title={text('admin.mail.title')} />
      <MailPanels />
    </>
  );
}

/** The mail server that the site sends through, and a letter to try it. */
export function MailPanels() {
  const text = useText();
  const query = useQuery<MailAccountAnswer>({
    queryKey: [path],
    ...readWhenOpened,
    refetchInterval: ({ state }) => state.data?.test?.state === 'waiting' && askAgainMs,
  });
  const { data } = query;
  return (
    <div className="grid grid-cols-12 gap-3.5">
      <Panel span={8} title={text('admin.mail.server')} note={text('admin.mail.serverNote')}>
        <QueryStates query={query} fetching={text('admin.loading')} failed={text('admin.mail.notFetched')} />
        {data?.isLocked === true && (
          <p className="mt-3">
            {text('admin.mail.locked', { sender: data.sender ?? '', owner: data.owner ?? '' })}
          </p>
        )}
        {data?.isLocked === false && <AccountForm {...data} />}
      </Panel>
      {data && <TestPanel {...data} />}
      {data?.sender != null && <RecordsPanel />}
    </div>
  );
}

const securityNames: Record<MailSecurity, MessageKey> = {
  tls: 'admin.mail.tls',
  starttls: 'admin.mail.starttls',
};
const usualPorts: Record<MailSecurity, string> = { tls: '465', starttls: '587' };

/** The words for a refused field. */
const wrongFields: Record<string, MessageKey> = {
  host: 'admin.mail.wrongHost',
  port: 'admin.mail.wrongPort',
  sender: 'admin.mail.wrongMailbox',
  owner: 'admin.mail.wrongMailbox',
  password: 'admin.mail.passwordAgain',
};

function AccountForm({ account, hasPassword }: MailAccountAnswer) {
  const text = useText();
  const { values, setField, clear } = useAdminDraft('mail', {
    host: account?.host ?? '',
    port: String(account?.port ?? usualPorts.tls),
    security: account?.security ?? mailSecurities[0],
    userName: account?.userName ?? '',
    sender: account?.sender ?? '',
    owner: account?.owner ?? '',
  });
  // Never among the drafts, which the tab keeps.
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<Error | null>(null);
  // It can't be read any more, or was never given.
  const isLost = account?.userName != null && !hasPassword && password === '';
  const wrong = refusal instanceof HttpError ? refusal.answer.details?.[0]?.field : undefined;
  const errorOf = (field: string) => {
    const name = wrong === field ? wrongFields[field] : undefined;
    return name && text(name);
  };
  const said = (done: MessageKey) => showToast({ title: text('admin.mail.savedTitle'), text: text(done) });

  const save = useAdminCall({
    run: (body: MailAccountBody) => adminSend<MailAccountAnswer>('PUT', path, body),
    onFailed: setRefusal,
    onDone: () => {
      clear();
      setPassword('');
      said('admin.mail.saved');
    },
  });
  const remove = useAdminCall({
    run: () => adminSend<MailAccountAnswer>('DELETE', path, {}),
    failed: text('admin.mail.notSaved'),
    onDone: () => {
      clear();
      said('admin.mail.removed');
    },
  });

  function change(field: keyof typeof values, value: string) {
    setRefusal(null);
    setField(field, value);
  }
  function submit() {
    setRefusal(null);
    const { host, port, security, userName, sender, owner } = values;
    save.mutate({
      host: host.trim(),
      port: Number(port),
      security: security as MailSecurity,
      userName: userName.trim() === '' ? null : userName.trim(),
      sender: sender.trim(),
      owner: owner.trim(),
      ...(password !== '' && { password }),
    });
  }
  const isComplete = values.host.trim() && values.port.trim() && values.sender.trim() && values.owner.trim();
  return (
    <AdminForm className="mt-3 grid max-w-140 gap-4" onSubmit={submit}>
      <TextField
        label={text('admin.mail.host')}
        name="host"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="smtp.example.com"
        value={values.host}
        error={errorOf('host')}
        onChange={(event) => change('host', event.target.value)}
      />
      <div className="grid gap-4 min-[500px]:grid-cols-2">
        <SelectField
          label={text('admin.mail.security')}
          value={values.security as MailSecurity}
          choices={securityNames}
          onChange={(security) => {
            if (security === '') return;
            change('security', security);
            if (Object.values(usualPorts).includes(values.port)) change('port', usualPorts[security]);
          }}
        />
        <TextField
          label={text('admin.mail.port')}
          name="port"
          inputMode="numeric"
          maxLength={5}
          value={values.port}
          error={errorOf('port')}
          onChange={(event) => change('port', event.target.value.replaceAll(/\D/g, ''))}
        />
        <TextField
          label={text('admin.mail.userName')}
          name="mail-user"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={values.userName}
          onChange={(event) => change('userName', event.target.value)}
        />
        <TextField
          label={text('admin.mail.password')}
          type="password"
          name="mail-password"
          autoComplete="new-password"
          placeholder={hasPassword ? text('admin.mail.passwordKept') : undefined}
          value={password}
          error={errorOf('password') ?? (isLost ? text('admin.mail.passwordAgain') : undefined)}
          onChange={(event) => {
            setRefusal(null);
            setPassword(event.target.value);
          }}
        />
      </div>
      <TextField
        label={text('admin.mail.sender')}
        name="sender"
        placeholder={text('admin.mail.senderExample')}
        value={values.sender}
        error={errorOf('sender')}
        onChange={(event) => change('sender', event.target.value)}
      />
      <TextField
        label={text('admin.mail.owner')}
        name="owner"
        value={values.owner}
        error={errorOf('owner')}
        onChange={(event) => change('owner', event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          type="submit"
          disabled={!isComplete}
          busyLabel={save.isPending ? text('admin.loading') : undefined}
        >
          {text('admin.mail.save')}
        </Button>
        {account && (
          <button
            type="button"
            className="button-link"
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {text('admin.mail.remove')}
          </button>
        )}
      </div>
      {refusal && (wrong === undefined || !wrongFields[wrong]) && (
        <FailureLine>{text('admin.mail.notSaved')}</FailureLine>
      )}
    </AdminForm>
  );
}
