import {
  calendarLimits,
  type MeetingKind,
  type PerLanguage,
  placeKinds,
  type TextLanguage,
  textLanguages,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useId, type ReactNode } from 'react';
import { useLanguageName, useText, type TextOf } from '../../i18n/use-text';
import { CheckBox } from '../../ui/check-box';
import { TextField } from '../../ui/field';
import { SelectField } from '../../ui/select-field';
import { WeeklyHours } from './hours-fields';
import type { CalendarFormState } from './use-calendar-form';

interface Props {
  form: CalendarFormState;
  index: number;
  kind: MeetingKind;
}

const placeLabels = {
  phone: 'admin.calendar.phone',
  video: 'admin.calendar.video',
  address: 'admin.calendar.address',
} as const satisfies Record<(typeof placeKinds)[number], MessageKey>;
const placeTexts = {
  phone: 'admin.calendar.placePhone',
  video: 'admin.calendar.placeVideo',
  address: 'admin.calendar.placeAddress',
} as const satisfies Record<(typeof placeKinds)[number], MessageKey>;

const [hour, day] = [60, 1_440];
/** Minutes to choose from, except of the horizon, which has days. */
const choices = {
  minutes: [15, 20, 30, 45, 60, 90, 120],
  rasterMinutes: [5, 10, 15, 20, 30, 60],
  bufferBeforeMinutes: [0, 5, 10, 15, 30, 45, 60, 120],
  bufferAfterMinutes: [0, 5, 10, 15, 30, 45, 60, 120],
  leastNoticeMinutes: [0, hour, 2 * hour, 4 * hour, 12 * hour, day, 2 * day, 3 * day, 7 * day],
  horizonDays: [7, 14, 30, 60, 90, 180, 365],
} as const satisfies Partial<Record<keyof MeetingKind, number[]>>;

/** A kind of meeting: what it is, when it can be, and what happens around it. */
export function KindFields({ form, index, kind }: Props) {
  const text = useText();
  const { settings, problems, change } = form;
  const path = `kinds.${index}`;
  const set = (part: Partial<MeetingKind>) =>
    change({ ...settings, kinds: settings.kinds.with(index, { ...kind, ...part }) });
  const choice = (name: keyof typeof choices, label: MessageKey) => (
    <NumberChoice
      label={text(label)}
      value={kind[name]}
      values={choices[name]}
      nameOf={(value) =>
        name === 'horizonDays' ? durationName(value * day, text) : durationName(value, text)
      }
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <div className="mt-4 grid grid-cols-1 gap-6">
      <TextInLanguages
        label={text('admin.calendar.kindName')}
        path={`${path}.name`}
        most={calendarLimits.name}
        value={kind.name}
        problems={problems}
        onChange={(name) => set({ name })}
      />
      <div className="grid gap-x-6 gap-y-4 phone:grid-cols-2">
        {choice('minutes', 'admin.calendar.minutes')}
        {choice('rasterMinutes', 'admin.calendar.raster')}
        <SelectField
          label={text('admin.calendar.place')}
          value={kind.place.kind}
          choices={placeLabels}
          onChange={(chosen) => {
            if (chosen !== '') set({ place: { ...kind.place, kind: chosen } });
          }}
        />
        <div>
          <TextField
            label={text(placeTexts[kind.place.kind])}
            name={`${path}.place.text`}
            autoComplete="off"
            dir="auto"
            maxLength={calendarLimits.place}
            value={kind.place.text}
            error={problemAt(problems, `${path}.place.text`, text)}
            onChange={(event) => set({ place: { ...kind.place, text: event.target.value } })}
          />
          <p className="mt-1.5 text-note text-text-3">
            {kind.place.kind === 'phone' && `${text('admin.calendar.phoneHint')} `}
            {text('admin.calendar.placeHint')}
          </p>
        </div>
      </div>
      <Part title={text('admin.calendar.weekly')} hint={text('admin.calendar.weeklyHint')}>
        <WeeklyHours
          path={`${path}.weekly`}
          weekly={kind.weekly}
          problems={problems}
          onChange={(weekly) => set({ weekly })}
        />
      </Part>
      <Part title={text('admin.calendar.room')} hint={text('admin.calendar.bufferHint')}>
        <div className="grid gap-x-6 gap-y-4 phone:grid-cols-2 columns:grid-cols-3">
          {choice('bufferBeforeMinutes', 'admin.calendar.before')}
          {choice('bufferAfterMinutes', 'admin.calendar.after')}
          {choice('leastNoticeMinutes', 'admin.calendar.notice')}
          {choice('horizonDays', 'admin.calendar.horizon')}
          <SelectField
            label={text('admin.calendar.most')}
            any={text('admin.calendar.asManyAsFit')}
            value={kind.mostPerDay === null ? '' : `${kind.mostPerDay}`}
            choices={withCurrent([1, 2, 3, 4, 5, 6, 8, 10], kind.mostPerDay).map((value) => ({
              value: `${value}`,
              name: `${value}`,
            }))}
            onChange={(chosen) => set({ mostPerDay: chosen === '' ? null : Number(chosen) })}
          />
        </div>
      </Part>
      <Part title={text('admin.calendar.questions')} hint={text('admin.calendar.questionsHint')}>
        <Questions
          path={`${path}.questions`}
          questions={kind.questions}
          problems={problems}
          onChange={(questions) => set({ questions })}
        />
      </Part>
      <Part title={text('admin.calendar.reminders')}>
        <div className="flex flex-wrap gap-x-6">
          <CheckBox
            checked={kind.remindsDayBefore}
            onChange={(remindsDayBefore) => set({ remindsDayBefore })}
          >
            {text('admin.calendar.dayBefore')}
          </CheckBox>
          <CheckBox
            checked={kind.remindsTwoHoursBefore}
            onChange={(remindsTwoHoursBefore) => set({ remindsTwoHoursBefore })}
          >
            {text('admin.calendar.twoHours')}
          </CheckBox>
        </div>
      </Part>
      {settings.kinds.length > 1 && (
        <div>
          <button
            type="button"
            className="button-link text-text-2"
            onClick={() => change({ ...settings, kinds: settings.kinds.toSpliced(index, 1) })}
          >
            {text('admin.calendar.removeKind')}
            <span className="sr-only"> {kind.name.en || index + 1}</span>
          </button>
        </div>
      )}
    </div>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{title}</legend>
      {children}
      {hint !== undefined && <p className="mt-2 text-note text-text-3">{hint}</p>}
    </fieldset>
  );
}

interface QuestionsProps {
  path: string;
  questions: MeetingKind['questions'];
  problems: CalendarFormState['problems'];
  onChange: (questions: MeetingKind['questions']) => void;
}

function Questions({ path, questions, problems, onChange }: QuestionsProps) {
  const text = useText();
  return (
    <div className="grid gap-4">
      {questions.map((question, index) => (
        <div key={index}>
          <TextInLanguages
            label={text('admin.calendar.question', { n: index + 1 })}
            path={`${path}.${index}`}
            most={calendarLimits.question}
            value={question}
            problems={problems}
            onChange={(next) => onChange(questions.with(index, next))}
          />
          <button
            type="button"
            className="button-link text-text-2"
            onClick={() => onChange(questions.toSpliced(index, 1))}
          >
            {text('admin.calendar.removeQuestion', { n: index + 1 })}
          </button>
        </div>
      ))}
      {questions.length < calendarLimits.questions && (
        <div>
          <button type="button" className="button-link" onClick={() => onChange([...questions, { en: '' }])}>
            {text('admin.calendar.addQuestion')}
          </button>
        </div>
      )}
    </div>
  );
}

interface TextProps {
  label: string;
  path: string;
  most: number;
  value: PerLanguage<string>;
  problems: CalendarFormState['problems'];
  onChange: (value: PerLanguage<string>) => void;
}

/** A text in each language of the site. One that is emptied has the English. */
function TextInLanguages({ label, path, most, value, problems, onChange }: TextProps) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const id = useId();
  function set(language: TextLanguage, typed: string) {
    const { [language]: _, ...others } = value;
    onChange(typed === '' ? { en: '', ...others } : { ...value, [language]: typed });
  }
  const fields = textLanguages.map((language) => (
    <TextField
      key={language}
      label={textLanguages.length === 1 ? label : languageNameOf(language)}
      name={`${path}.${language}`}
      autoComplete="off"
      dir="auto"
      lang={language}
      maxLength={most}
      value={value[language] ?? ''}
      error={problemAt(problems, `${path}.${language}`, text)}
      onChange={(event) => set(language, event.target.value)}
    />
  ));
  if (textLanguages.length === 1) return fields;
  return (
    <div role="group" aria-labelledby={id} className="min-w-0">
      <p id={id} className="mb-1 font-semibold">
        {label}
      </p>
      <div className="grid gap-x-6 gap-y-2.5 phone:grid-cols-2 [&_label]:mb-1 [&_label]:font-normal [&_label]:text-text-2">
        {fields}
      </div>
    </div>
  );
}

interface NumberProps {
  label: string;
  value: number;
  values: readonly number[];
  nameOf: (value: number) => string;
  onChange: (value: number) => void;
}

function NumberChoice({ label, value, values, nameOf, onChange }: NumberProps) {
  return (
    <SelectField
      label={label}
      value={`${value}`}
      choices={withCurrent(values, value).map((one) => ({ value: `${one}`, name: nameOf(one) }))}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}

/** The choices, with the value that was set in another way. */
function withCurrent(values: readonly number[], current: number | null): number[] {
  return [...new Set([...values, ...(current === null ? [] : [current])])].sort((a, b) => a - b);
}

function problemAt(problems: CalendarFormState['problems'], path: string, text: TextOf): string | undefined {
  const problem = problems[path];
  return problem && text(problem);
}

/** 30 minutes, 2 hours, 1 day */
function durationName(minutes: number, text: TextOf): string {
  if (minutes === 0) return text('admin.calendar.nothing');
  if (minutes % day === 0) return text('admin.leads.days', { days: minutes / day });
  if (minutes % hour === 0) return text('admin.leads.hours', { hours: minutes / hour });
  return text('admin.leads.minutes', { minutes });
}
