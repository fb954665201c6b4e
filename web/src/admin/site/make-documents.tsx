import {
  type LegalDocumentsAnswer,
  missingFacts,
  type RequiredFact,
  type SiteConfig,
  type SiteSettingAnswer,
  type SiteSettingKey,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { useAdminDrafts } from '../../lib/admin-drafts';
import { adminSend } from '../../lib/admin-api';
import { waitForFile } from '../../lib/upload';
import { Button } from '../../ui/button';
import { fieldOf } from './setting-fields';
import { isSame } from './setting-values';
import { type SettingsForm, typedOver } from './use-settings-form';

/** Settings that the documents take facts from. */
const factSettings: SiteSettingKey[] = ['product', 'person', 'email', 'phone', 'company', 'scheduler'];

/** The field in which the owner gives a fact. */
const fieldsOfFacts: Record<RequiredFact, string> = {
  name: 'company.name',
  number: 'company.number',
  address: 'company.address',
  town: 'company.town',
  place: 'person.town',
  email: 'email',
  scheduler: 'scheduler.address',
  court: 'company.court',
  hosting: 'company.hosting',
  mailer: 'company.mailer',
  formServices: 'company.formServices',
  visitServices: 'company.visitServices',
  outsideEurope: 'company.outsideEurope',
};

/** A worker that is killed each time gives up before. */
const endWithinMs = 5 * 60_000;

interface Props {
  form: SettingsForm;
  /** All of them, as they're saved. */
  settings: SiteSettingAnswer[];
}

/** Has the legal documents made of the saved facts. They become the setting's value as uploads do: once it's saved. */
export function MakeDocuments({ form, settings }: Props) {
  const text = useText();
  const { formatList } = useIntl();
  const drafts = useAdminDrafts();
  const id = useId();
  const [isRead, setIsRead] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [outcome, setOutcome] = useState<MessageKey>();
  const making = useRef<AbortController>(undefined);
  useEffect(() => () => making.current?.abort(), []);
  // She goes on typing meanwhile.
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  const documents = form.settingOf('documents');
  if (documents.isLocked) return null;

  const facts = settings.filter(({ key }) => factSettings.includes(key));
  const isUnsaved = typedOver(facts, drafts).some(({ value }, at) => !isSame(value, facts[at]?.value));
  const missing = missingFacts(
    Object.fromEntries(
      settings.filter(({ value }) => value !== null).map(({ key, value }) => [key, value]),
    ) as unknown as SiteConfig,
  ).flatMap((name) => {
    const field = fieldOf(fieldsOfFacts[name]);
    return field ? [text(field.label)] : [];
  });

  async function make() {
    const own = new AbortController();
    making.current = own;
    setOutcome(undefined);
    setProgress(0);
    try {
      const signal = AbortSignal.any([own.signal, AbortSignal.timeout(endWithinMs)]);
      const made = await makeAll(isRead && missing.length === 0, { signal, onMade: setProgress });
      if (own.signal.aborted) return;
      latest.current.change('documents', made);
      setOutcome('admin.yourSite.documentsMade');
    } catch {
      if (own.signal.aborted) return;
      setOutcome('admin.yourSite.documentsNotMade');
    }
    setProgress(undefined);
  }

  return (
    <div role="group" aria-labelledby={id} className="grid min-w-0 gap-3">
      <h3 id={id} className="panel-title">
        {text('admin.yourSite.documents')}
      </h3>
      <p className="max-w-160 text-text-2">{text('admin.yourSite.makeDocumentsText')}</p>
      {missing.length > 0 ? (
        <p className="max-w-160">
          {text('admin.yourSite.factsMissing', { facts: formatList(missing, { type: 'conjunction' }) })}
        </p>
      ) : (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            className="size-4.5 flex-none accent-lamp"
            checked={isRead}
            onChange={({ target: { checked } }) => setIsRead(checked)}
          />
          {text('admin.yourSite.textsRead')}
        </label>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          variant="line"
          disabled={isUnsaved}
          busyLabel={progress === undefined ? undefined : text('admin.yourSite.makingDocuments')}
          onClick={() => void make()}
        >
          {text('admin.yourSite.makeDocuments')}
        </Button>
        {progress !== undefined && (
          <>
            <progress
              value={progress}
              aria-label={text('admin.yourSite.makingDocuments')}
              className="h-2 w-44"
            />
            <button
              type="button"
              className="button-link"
              onClick={() => {
                making.current?.abort();
                setProgress(undefined);
              }}
            >
              {text('admin.yourSite.cancelUpload')}
            </button>
          </>
        )}
      </div>
      {isUnsaved && <p className="text-note text-text-2">{text('admin.yourSite.saveFactsFirst')}</p>}
      <p role="status" className="text-ok empty:hidden">
        {outcome === 'admin.yourSite.documentsMade' && documents.isChanged && text(outcome)}
      </p>
      <p role="alert" className="text-alarm empty:hidden">
        {outcome === 'admin.yourSite.documentsNotMade' && text(outcome)}
      </p>
    </div>
  );
}

interface Options {
  signal: AbortSignal;
  /** Called with the share that is made. */
  onMade: (share: number) => void;
}

/** Orders the documents and waits until each is made. Throws if one isn't. */
async function makeAll(isRead: boolean, { signal, onMade }: Options): Promise<SiteConfig['documents']> {
  const { documents } = await adminSend<LegalDocumentsAnswer>('POST', '/api/admin/documents', { isRead });
  const made: Partial<Record<string, object>> = {};
  for (const [at, { document, language, id }] of documents.entries()) {
    const { path } = await waitForFile(id, signal);
    if (path === null) throw new Error('a legal document could not be made');
    made[document] = { ...made[document], [language]: path };
    onMade((at + 1) / documents.length);
  }
  return made as SiteConfig['documents'];
}
