import type {
  CodeBody,
  LoginBody,
  NewSecondFactorAnswer,
  SecondFactorAnswer,
} from '@voordeur/contracts/http';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { CodeField } from '../../ui/code-field';
import { TextField } from '../../ui/field';
import { FailureLine } from '../../ui/form-parts';
import { Panel } from '../../ui/panel';
import { QueryStates } from '../../ui/query-states';

const secondFactorPath = '/api/admin/second-factor';

/** Switches the codes of an authenticator app on, in two steps so that nobody locks herself out, and off. */
export function SecondFactorPanel() {
  const text = useText();
  const query = useQuery<SecondFactorAnswer>({ queryKey: [secondFactorPath] });
  const [begun, setBegun] = useState<NewSecondFactorAnswer | null>(null);
  const isOn = query.data?.isOn;
  const say = (done: string) => showToast({ title: text('admin.security.savedTitle'), text: done });
  return (
    <Panel span={12} title={text('admin.security.factor')}>
      <QueryStates
        query={query}
        fetching={text('admin.loading')}
        failed={text('admin.security.notFetched')}
      />
      {isOn === false && !begun && (
        <div className="mt-2 grid gap-4">
          <p className="max-w-160 text-text-2">{text('admin.security.factorOff')}</p>
          <ProofForm
            fields={['secretKey']}
            button={text('admin.security.factorBegin')}
            run={(proof) => adminSend<NewSecondFactorAnswer>('POST', secondFactorPath, proof)}
            onDone={setBegun}
          />
        </div>
      )}
      {isOn === false && begun && (
        <div className="mt-3 flex flex-wrap gap-x-10 gap-y-5">
          <QrCode content={begun.address} label={text('admin.security.qr')} />
          <div className="grid max-w-110 flex-1 content-start gap-4 min-[500px]:min-w-80">
            <p>{text('admin.security.factorScan')}</p>
            <p className="text-text-2">
              {text('admin.security.factorType')}{' '}
              <code className="text-text wrap-anywhere">{begun.secret}</code>
            </p>
            <ProofForm
              fields={['code']}
              button={text('admin.security.factorConfirm')}
              run={(proof) => adminSend('POST', `${secondFactorPath}/confirm`, proof)}
              onDone={() => {
                setBegun(null);
                say(text('admin.security.factorIsOn'));
              }}
              onCancel={() => setBegun(null)}
            />
          </div>
        </div>
      )}
      {isOn && (
        <div className="mt-2 grid gap-4">
          <p>{text('admin.security.factorOn')}</p>
          <p className="max-w-160 text-text-2">{text('admin.security.factorLost')}</p>
          <ProofForm
            fields={['secretKey', 'code']}
            button={text('admin.security.factorEnd')}
            run={(proof) => adminSend('POST', `${secondFactorPath}/end`, proof)}
            onDone={() => say(text('admin.security.factorIsOff'))}
          />
        </div>
      )}
    </Panel>
  );
}

type Proof = Partial<LoginBody & CodeBody>;

interface ProofFormProps<Answer> {
  fields: (keyof Proof)[];
  button: string;
  run: (proof: Proof) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onCancel?: () => void;
}

/** Asks for proof that it's the owner who wants this. */
function ProofForm<Answer>({ fields, button, run, onDone, onCancel }: ProofFormProps<Answer>) {
  const text = useText();
  const [proof, setProof] = useState<Proof>({});
  const [refusal, setRefusal] = useState<Error | null>(null);
  const isWrong = isRefusedFor('wrong-proof', refusal) || isRefusedFor('wrong-code', refusal);
  const send = useAdminCall({
    run,
    onFailed: setRefusal,
    onDone: (answer: Answer) => {
      setProof({});
      onDone(answer);
    },
  });
  function change(typed: Proof) {
    setProof({ ...proof, ...typed });
    setRefusal(null);
  }
  function submit() {
    setRefusal(null);
    send.mutate(proof);
  }
  const wrong = text(fields.includes('code') ? 'admin.login.wrongCode' : 'admin.login.invalid');
  return (
    <AdminForm className="grid max-w-110 gap-4" onSubmit={submit}>
      {fields.includes('secretKey') && (
        <TextField
          label={text('admin.login.secretKey')}
          type="password"
          name="secretKey"
          autoComplete="current-password"
          value={proof.secretKey ?? ''}
          error={isWrong && !fields.includes('code') ? wrong : undefined}
          onChange={(event) => change({ secretKey: event.target.value })}
        />
      )}
      {fields.includes('code') && (
        <CodeField
          value={proof.code ?? ''}
          error={isWrong ? wrong : undefined}
          onChange={(code) => change({ code })}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          type="submit"
          variant="line"
          disabled={fields.some((field) => !proof[field])}
          busyLabel={send.isPending ? text('admin.loading') : undefined}
        >
          {button}
        </Button>
        {onCancel && (
          <button type="button" className="button-link" disabled={send.isPending} onClick={onCancel}>
            {text('admin.cancel')}
          </button>
        )}
      </div>
      {refusal && !isWrong && (
        <FailureLine>
          {text(isRefusedFor('locked-out', refusal) ? 'admin.security.tooMany' : 'admin.security.notSaved')}
        </FailureLine>
      )}
    </AdminForm>
  );
}

/** Drawn here: the secret in it must not reach a service that draws pictures. Dark on light, as cameras expect it. */
function QrCode({ content, label }: { content: string; label: string }) {
  const { data, size } = encode(content, { border: 3 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 flex-none rounded-md bg-white"
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
