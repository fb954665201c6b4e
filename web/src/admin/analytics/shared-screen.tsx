import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { isRefusedFor } from '../../lib/http';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { FailureLine } from '../../ui/form-parts';
import { Empty, NotFetched } from '../../ui/query-states';
import { RefreshButton, ScreenHead } from '../../ui/screen-head';
import { AsOf } from './formats';
import { readShared } from './read-figures';

const SharedFigures = lazy(() => import('./shared-figures'));

interface Props {
  /** Called with the site's time zone once the link is open. */
  onOpened: (timeZone: string) => void;
}

/** The figures of a link, for anyone who has it: one view, read-only. */
export default function SharedScreen({ onOpened }: Props) {
  const token = useLocation().hash.slice(1);
  return <Opened key={token} token={token} onOpened={onOpened} />;
}

/** The outcome of opening the link: its figures, a request for its password, or nothing. */
function Opened({ token, onOpened }: Props & { token: string }) {
  const text = useText();
  const [attempt, setAttempt] = useState<{ password: string; refusal: Error }>();
  const password = attempt?.password;
  const shared = useQuery({
    queryKey: ['shared', token, password],
    queryFn: ({ signal }) => readShared({ token, ...(password !== undefined && { password }) }, signal),
    enabled: token !== '',
  });
  const { data, error, isFetching, isPending } = shared;
  const timeZone = data?.timeZone;
  useEffect(() => {
    if (timeZone !== undefined) onOpened(timeZone);
  }, [timeZone, onOpened]);

  // The same one again is another try, after a lockout for instance.
  const submit = (typed: string) => {
    if (typed === password) void shared.refetch();
    else if (error) setAttempt({ password: typed, refusal: error });
  };

  if (token === '' || isRefusedFor('link-expired', error) || isRefusedFor('invalid-body', error))
    return <Ended />;
  // The form keeps its text while a password is tried.
  const refusal = isPending && attempt ? attempt.refusal : error;
  if (refusal && needsPassword(refusal))
    return <PasswordForm refusal={refusal} busy={isFetching} onSubmit={submit} />;
  if (data) {
    const refresh = () => void shared.refetch();
    return (
      <>
        <ScreenHead title={data.name}>
          <p className="flex-1 text-text-2">
            <AsOf instant={data.sessions.asOf} />
          </p>
          <RefreshButton busy={isFetching} onClick={refresh} />
        </ScreenHead>
        <Suspense fallback={<Loading />}>
          <SharedFigures view={data} />
        </Suspense>
      </>
    );
  }
  if (error)
    return <NotFetched onRetry={() => void shared.refetch()}>{text('admin.shared.failed')}</NotFetched>;
  return <Loading />;
}

function needsPassword(error: Error): boolean {
  return (['link-password-needed', 'invalid-credentials', 'locked-out'] as const).some((code) =>
    isRefusedFor(code, error),
  );
}

function Loading() {
  const text = useText();
  return (
    <>
      <h1 className="sr-only">{text('admin.shared.title')}</h1>
      <p role="status" className="text-text-2">
        {text('admin.loading')}
      </p>
    </>
  );
}

/** Revoked, run out, or never there: the page doesn't say which. */
function Ended() {
  const text = useText();
  return (
    <>
      <ScreenHead title={text('admin.shared.title')} />
      <div className="panel items-center pb-8">
        <Empty>{text('admin.shared.ended')}</Empty>
      </div>
    </>
  );
}

interface PasswordProps {
  /** Why the link hasn't opened yet. */
  refusal: Error;
  busy: boolean;
  onSubmit: (password: string) => void;
}

/** Asks for the password of a link. */
function PasswordForm({ refusal, busy, onSubmit }: PasswordProps) {
  const text = useText();
  const [password, setPassword] = useState('');
  function submit() {
    onSubmit(password);
  }
  return (
    <AdminForm className="panel mx-auto max-w-110 gap-4" onSubmit={submit}>
      <h1 className="text-[1.625rem] leading-title">{text('admin.shared.passwordTitle')}</h1>
      <TextField
        label={text('admin.shared.password')}
        type="password"
        autoComplete="off"
        value={password}
        error={isRefusedFor('invalid-credentials', refusal) ? text('admin.shared.wrongPassword') : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div>
        <Button type="submit" disabled={password === ''} busyLabel={busy ? text('admin.loading') : undefined}>
          {text('admin.shared.open')}
        </Button>
      </div>
      {isRefusedFor('locked-out', refusal) && <FailureLine>{text('admin.shared.locked')}</FailureLine>}
    </AdminForm>
  );
}
