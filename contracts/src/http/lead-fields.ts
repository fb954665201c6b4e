import { textLimits } from './text.js';

/** The forms, by the last part of their path. */
export type LeadForm = 'setups-inquiry' | 'newsletter-signup' | 'video-signup' | 'prompt-signup';

interface LeadField {
  type: 'line' | 'lines' | 'seconds';
  /** Characters, or seconds. */
  limit: number;
  /** In `leads`; a migration adds it, nullable. */
  column: string;
  /** Whether it can say who somebody is. */
  isPersonal: boolean;
  /** Forms that may leave it out. One that can't has a rule of its own in `lead.dto.ts`. */
  optionalIn: readonly LeadForm[];
  /** Its words on a lead's screen and in the owner's mail, unless both show it in a way of their own. */
  label?: `admin.${string}`;
}

/**
 * The fields that visitors fill in our forms. A form's checks, the job, the row, both directions of CSV, webhooks, the owner's
 * mail and the admin follow from this, in this order; an export has all of it and an erasure takes it with its row. So a
 * new field is an entry here, a column and its words. Its name is the one on the wire and in the entity.
 */
export const leadFields = {
  email: {
    type: 'line',
    limit: textLimits.email,
    column: 'email',
    isPersonal: true,
    optionalIn: ['video-signup'],
  },
  name: {
    type: 'line',
    limit: textLimits.name,
    column: 'name',
    isPersonal: true,
    optionalIn: ['setups-inquiry'],
    label: 'admin.lead.name',
  },
  phone: {
    type: 'line',
    limit: textLimits.phone,
    column: 'phone',
    isPersonal: true,
    optionalIn: ['video-signup'],
    label: 'admin.lead.phone',
  },
  idea: {
    type: 'lines',
    limit: textLimits.idea,
    column: 'idea',
    isPersonal: true,
    optionalIn: [],
  },
  language: {
    type: 'line',
    limit: 3,
    column: 'language',
    isPersonal: false,
    optionalIn: [],
  },
  videoId: {
    type: 'line',
    limit: textLimits.videoId,
    column: 'video_id',
    isPersonal: false,
    optionalIn: [],
    label: 'admin.lead.video',
  },
  watchTime: {
    type: 'seconds',
    limit: 86_400,
    column: 'watched_seconds',
    isPersonal: false,
    optionalIn: [],
  },
} as const satisfies Record<string, LeadField>;

type Fields = typeof leadFields;
export type LeadFieldName = keyof Fields;
type ValueOf<Name extends LeadFieldName> = Fields[Name]['type'] extends 'seconds' ? number : string;

/** As posted: only what was entered. */
export type EnteredFields = { [Name in LeadFieldName]?: ValueOf<Name> };
/** As stored and shown: null for what wasn't. */
export type StoredFields = { [Name in LeadFieldName]: ValueOf<Name> | null };

export type OptionalFields<Form extends LeadForm> = {
  [Name in LeadFieldName as Form extends Fields[Name]['optionalIn'][number] ? Name : never]?: ValueOf<Name>;
};

export const leadFieldNames = /* @__PURE__ */ Object.keys(leadFields) as LeadFieldName[];

/** A lead's row from what was entered. */
export function storedFields(entered: EnteredFields): StoredFields {
  return Object.fromEntries(leadFieldNames.map((name) => [name, entered[name] ?? null])) as StoredFields;
}

/** The entered fields of a lead, from its row. */
export function enteredFields(stored: StoredFields): EnteredFields {
  const entered: EnteredFields = {};
  for (const name of leadFieldNames)
    if (stored[name] !== null) Object.assign(entered, { [name]: stored[name] });
  return entered;
}

type Label = Extract<Fields[LeadFieldName], { label: string }>['label'];

/** The fields that have a label, each with its value as text. */
export function labelledFields(lead: StoredFields): [label: Label, value: string | null][] {
  return leadFieldNames.flatMap((name) => {
    const field = leadFields[name];
    const value = lead[name];
    return 'label' in field ? [[field.label, value === null ? null : String(value)]] : [];
  });
}
