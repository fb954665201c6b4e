import type {
  LaunchChecklistAnswer,
  LaunchStep,
  SiteSettingsAnswer,
  TextPage,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { readWhenOpened } from '../../lib/admin-queries';
import { useMedia } from '../../lib/use-media';
import { Link } from '../../ui/link';
import { FoldedPanel } from '../../ui/panel';
import { QueryStates } from '../../ui/query-states';
import { ScreenHead } from '../../ui/screen-head';
import { EndpointsPanel } from '../deliveries/endpoints-panel';
import { LaunchChecklist } from '../home/launch-checklist';
import { MailPanels } from '../mail/mail-screen';
import { ColourFields } from '../site/colour-fields';
import { type Section, sections, SitePicture, WhoFields } from '../site/sections';
import { SiteLook } from '../site/site-look';
import { SiteSection } from '../site/site-section';
import { siteSettingsPath } from '../site/use-settings-form';
import { wide } from '../texts/use-selected-text';
import { TaglineFields, useTagline } from './tagline';

interface Step {
  title: MessageKey;
  /** Says what the step is good for. */
  lead: MessageKey;
  /** The step is done once none of these is left. */
  launch: LaunchStep[];
  /** Settings of the site. */
  section?: Section;
  /** Saving them is not the end of the step: documents are made of what was saved. */
  staysAfterSaving?: boolean;
}

const whoAndColours: Section = {
  ...sections.who,
  keys: [...sections.who.keys, 'colours', 'mark'],
  Fields: ({ form }) => (
    <>
      <WhoFields form={form} />
      <ColourFields form={form} />
      <SitePicture form={form} of="mark" />
    </>
  ),
};

const steps = {
  who: {
    title: 'admin.yourSite.who',
    lead: 'admin.setup.whoLead',
    launch: ['owner-address'],
    section: whoAndColours,
  },
  offer: {
    title: 'admin.yourSite.offer',
    lead: 'admin.setup.offerLead',
    launch: ['example-content'],
    section: sections.offer,
  },
  booking: {
    title: 'admin.setup.booking',
    lead: 'admin.setup.bookingLead',
    launch: ['calendar'],
    section: sections.booking,
  },
  mail: { title: 'admin.mail.title', lead: 'admin.setup.mailLead', launch: ['sender'] },
  legal: {
    title: 'admin.setup.legal',
    lead: 'admin.setup.legalLead',
    launch: ['legal-texts'],
    section: sections.record,
    staysAfterSaving: true,
  },
  leads: { title: 'admin.setup.leads', lead: 'admin.setup.leadsLead', launch: ['lead-delivery'] },
} as const satisfies Record<string, Step>;

type StepName = keyof typeof steps;
const names = Object.keys(steps) as StepName[];
const isStep = (name: string | null): name is StepName => names.some((one) => one === name);

/** A first visit in six steps, each of which can be skipped; after the last, what is still left. */
export default function SetupScreen() {
  const text = useText();
  const [search] = useSearchParams();
  const asked = search.get('step');
  const current = isStep(asked) ? asked : asked === 'end' ? 'end' : 'who';
  const launch = useQuery<LaunchChecklistAnswer>({
    queryKey: ['/api/admin/launch-checklist'],
    ...readWhenOpened,
  });
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(current);
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    scrollTo({ top: 0, behavior: 'instant' });
    place.current?.focus({ preventScroll: true });
  }, [current]);
  const open = launch.data?.open;
  return (
    <>
      <ScreenHead title={text('admin.setup.title')}>
        <Link to="/admin" className="button-link">
          {text('admin.setup.later')}
        </Link>
      </ScreenHead>
      <nav aria-label={text('admin.setup.steps')}>
        <ol className="mb-5 flex flex-wrap gap-x-5 gap-y-1">
          {names.map((name, index) => (
            <li key={name}>
              <Link
                to={addressOf(name)}
                aria-current={name === current ? 'step' : undefined}
                className="button-link flex min-h-11 items-center gap-1.5 aria-[current=step]:font-bold aria-[current=step]:text-lamp"
              >
                <span aria-hidden="true">{isDone(name, open) ? '✓' : `${index + 1}.`}</span>
                {text(steps[name].title)}
                {isDone(name, open) && <span className="sr-only"> {text('admin.setup.done')}</span>}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div ref={place} tabIndex={-1} className="outline-none">
        {current === 'end' ? <End /> : <StepView key={current} name={current} />}
      </div>
    </>
  );
}

const addressOf = (name: StepName | 'end') => `/admin/setup?step=${name}`;

function isDone(name: StepName, open: LaunchStep[] | undefined): boolean {
  const launch: readonly LaunchStep[] = steps[name].launch;
  return open !== undefined && !launch.some((step) => open.includes(step));
}

function StepView({ name }: { name: StepName }) {
  const text = useText();
  const [, setSearch] = useSearchParams();
  const step: Step = steps[name];
  const index = names.indexOf(name);
  const before = names[index - 1];
  const after = names[index + 1] ?? 'end';
  const next = { label: text('admin.setup.saveAndGo'), onGo: () => setSearch({ step: after }) };
  const isSavedByGoing = step.section !== undefined && !step.staysAfterSaving;
  return (
    <>
      <p className="mb-4 max-w-160 text-text-2">
        <strong className="text-text">{text('admin.setup.step', { n: index + 1, of: names.length })}</strong>{' '}
        {text(step.lead)}
      </p>
      {name === 'offer' ? (
        <OfferStep next={next} />
      ) : step.section ? (
        <SiteStep section={step.section} next={isSavedByGoing ? next : undefined} />
      ) : (
        <div className="grid gap-3.5">{name === 'mail' ? <MailPanels /> : <EndpointsPanel />}</div>
      )}
      <div className="mt-5 flex flex-wrap gap-x-6">
        {before && (
          <Link to={addressOf(before)} className="button-link">
            {text('admin.setup.back')}
          </Link>
        )}
        {isSavedByGoing ? (
          <Link to={addressOf(after)} className="button-link text-text-2">
            {text('admin.setup.skip')}
          </Link>
        ) : (
          <Link to={addressOf(after)} className="button button-lamp">
            {text(after === 'end' ? 'admin.setup.finish' : 'admin.setup.go')}
          </Link>
        )}
      </div>
    </>
  );
}

interface SiteStepProps extends Pick<ComponentProps<typeof SiteSection>, 'next' | 'children'> {
  section: Section;
}

/** With the tagline, which isn't a setting but a text. */
function OfferStep({ next }: { next: NonNullable<SiteStepProps['next']> }) {
  const { save, ...tagline } = useTagline();
  const saveAndGo = async () => {
    if (await save()) next.onGo();
  };
  return (
    <SiteStep section={sections.offer} next={{ ...next, onGo: () => void saveAndGo() }}>
      <TaglineFields {...tagline} />
    </SiteStep>
  );
}

/** A step's fields, and the page with them. */
function SiteStep({ section, next, children }: SiteStepProps) {
  const text = useText();
  const isWide = useMedia(wide);
  const [shown, setShown] = useState<TextPage>(section.page);
  const query = useQuery<SiteSettingsAnswer>({ queryKey: [siteSettingsPath], ...readWhenOpened });
  if (!query.data)
    return (
      <QueryStates
        query={query}
        fetching={text('admin.loading')}
        failed={text('admin.yourSite.notFetched')}
      />
    );
  const { settings, guideUrl } = query.data;
  const look = <SiteLook page={shown} settings={settings} />;
  return (
    <div className="grid gap-3.5 wide:grid-cols-[minmax(0,1fr)_23.5rem]">
      <div className="grid grid-cols-12 content-start gap-3.5">
        {!isWide && (
          <FoldedPanel id="look" span={12} title={text('admin.yourSite.look')} value={undefined}>
            {look}
          </FoldedPanel>
        )}
        <SiteSection {...section} settings={settings} guideUrl={guideUrl} onFocus={setShown} next={next}>
          {children}
        </SiteSection>
      </div>
      {isWide && look}
    </div>
  );
}

function End() {
  const text = useText();
  return (
    <div className="grid gap-3.5">
      <p className="max-w-160 text-text-2">{text('admin.setup.endText')}</p>
      <LaunchChecklist atEnd />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <a href="/" target="_blank" rel="noreferrer" className="button button-lamp">
          {text('admin.setup.seeSite')}
          <span className="sr-only"> {text('common.newTab')}</span>
        </a>
        <Link to="/admin" className="button-link">
          {text('admin.setup.toHome')}
        </Link>
      </div>
    </div>
  );
}
