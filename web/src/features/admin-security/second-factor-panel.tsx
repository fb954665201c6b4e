import type { NewSecondFactorAnswer } from '@voordeur/contracts/http';
import { useState, type SubmitEvent } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { Button } from '../../ui/button';
import { CodeField } from '../../ui/code-field';
import { Panel } from '../../ui/panel';
import { QueryStates } from '../../ui/query-states';
import { QrCode } from './qr-code';
import { secondFactorPath, useSecondFactor } from './security-calls';

/** Switches the codes of an authenticator app on, in two steps so that nobody locks herself out, and off. */
export function SecondFactorPanel() {
  const text = useText();
  const query = useSecondFactor();
  const [drawn, setDrawn] = useState<NewSecondFactorAnswer | null>(null);
  const begin = useAdminCall({
    run: () => adminSend<NewSecondFactorAnswer>('POST', secondFactorPath, {}),
    failed: text('admin.security.notSaved'),
    invalidates: 'nothing',
    onDone: setDrawn,
  });
  const isOn = query.data?.isOn;
  return (
    <Panel span={12} title={text('admin.security.factor')}>
      <QueryStates
        query={query}
        fetching={text('admin.loading')}
        failed={text('admin.security.notFetched')}
      />
      {isOn === false && !drawn && (
        <>
          <p className="mt-2 max-w-160 text-text-2">{text('admin.security.factorOff')}</p>
          <div className="mt-4">
            <Button
              variant="line"
              busyLabel={begin.isPending ? text('admin.loading') : undefined}
              onClick={() => begin.mutate()}
            >
              {text('admin.security.factorBegin')}
            </Button>
          </div>
        </>
      )}
      {isOn === false && drawn && (
        <div className="mt-3 flex flex-wrap gap-x-10 gap-y-5">
          <QrCode content={drawn.address} label={text('admin.security.qr')} />
          <div className="grid max-w-110 flex-1 gap-4 min-[500px]:min-w-80">
            <p>{text('admin.security.factorScan')}</p>
            <p className="text-text-2">
              {text('admin.security.factorType')}{' '}
              <code className="text-text [overflow-wrap:anywhere]">{drawn.secret}</code>
            </p>
            <CodeForm
              path={`${secondFactorPath}/confirm`}
              button={text('admin.security.factorConfirm')}
              done={text('admin.security.factorIsOn')}
              onDone={() => setDrawn(null)}
            />
          </div>
        </div>
      )}
      {isOn && (
        <div className="mt-2 grid max-w-110 gap-4">
          <p>{text('admin.security.factorOn')}</p>
          <p className="text-text-2">{text('admin.security.factorLost')}</p>
          <CodeForm
            path={`${secondFactorPath}/end`}
            button={text('admin.security.factorEnd')}
            done={text('admin.security.factorIsOff')}
          />
        </div>
      )}
    </Panel>
  );
}

interface CodeFormProps {
  path: string;
  button: string;
  /** The toast's sentence. */
  done: string;
  onDone?: () => void;
}

function CodeForm({ path, button, done, onDone }: CodeFormProps) {
  const text = useText();
  const [code, setCode] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const send = useAdminCall({
    run: (typed: string) => adminSend('POST', path, { code: typed }),
    failed: (failure) => (isRefusedFor('wrong-code', failure) ? undefined : text('admin.security.notSaved')),
    onFailed: (failure) => setIsWrong(isRefusedFor('wrong-code', failure)),
    onDone: () => {
      setCode('');
      showToast({ title: text('admin.security.savedTitle'), text: done });
      onDone?.();
    },
  });
  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsWrong(false);
    send.mutate(code);
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <CodeField
        value={code}
        error={isWrong ? text('admin.login.wrongCode') : undefined}
        onChange={(typed) => {
          setCode(typed);
          setIsWrong(false);
        }}
      />
      <div>
        <Button
          type="submit"
          disabled={code === ''}
          busyLabel={send.isPending ? text('admin.loading') : undefined}
        >
          {button}
        </Button>
      </div>
    </form>
  );
}
