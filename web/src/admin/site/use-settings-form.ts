import type {
  SiteSettingAnswer,
  SiteSettingKey,
  SiteSettingsAnswer,
  SiteSettingsBody,
} from '@voordeur/contracts/http';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import { changeSite } from '../../config/site';
import { useText } from '../../i18n/use-text';
import { discardAdminDraft, keepAdminDraft, readAdminDrafts, useAdminDrafts } from '../../lib/admin-drafts';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { describeProblem, type Problems, problemsOf } from './setting-fields';
import { isSame, partOf, valueToSave, withPart } from './setting-values';

export const siteSettingsPath = '/api/admin/site';
const query = { queryKey: [siteSettingsPath] };

/** A setting with what was typed over it in this tab and isn't saved yet. */
export interface OpenSetting extends SiteSettingAnswer {
  typed: unknown;
  /** The value when typing began; saving is refused once it has changed. */
  writtenOver: unknown;
  isChanged: boolean;
  /** Somebody else changed it after typing began. */
  isMoved: boolean;
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** The form of a few settings. Typed values outlive the screen and are saved together; those not typed in aren't sent. */
export function useSettingsForm(
  settings: SiteSettingAnswer[],
  element: RefObject<HTMLFormElement | null>,
  onSaved?: () => void,
) {
  const text = useText();
  const queries = useQueryClient();
  const drafts = useAdminDrafts();
  const [problems, setProblems] = useState<Problems>({});
  const [failures, setFailures] = useState(0);
  const [isSaved, setIsSaved] = useState(false);
  const open = settings.map((setting) => openSetting(setting, drafts.get(draftOf(setting.key))));
  const changed = open.filter(({ isChanged }) => isChanged);

  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failures, element]);

  const saving = useAdminCall({
    run: (body: SiteSettingsBody) => adminSend<SiteSettingsAnswer>('PUT', siteSettingsPath, body),
    onDone: (answer, { changes }) => {
      queries.setQueryData(query.queryKey, answer);
      for (const { key, value } of changes) settleDraft(key, value, answer);
      setIsSaved(true);
      // This page says it too.
      const own = answer.settings.filter((setting) => !isSame(setting.value, setting.default));
      changeSite(Object.fromEntries(own.map((setting) => [setting.key, setting.value])));
      onSaved?.();
    },
    onFailed: (failure) => {
      if (isRefusedFor('setting-conflict', failure) || isRefusedFor('locked-setting', failure))
        void queries.invalidateQueries(query);
      if (isRefusedFor('broken-setting', failure)) show(problemsNamed(failure.answer.details ?? []));
    },
    failed: (failure) => {
      if (isRefusedFor('setting-conflict', failure)) return undefined;
      if (isRefusedFor('locked-setting', failure)) return text('admin.yourSite.locked');
      const details = isRefusedFor('broken-setting', failure) ? (failure.answer.details ?? []) : [];
      return Object.keys(problemsNamed(details)).length > 0 ? undefined : text('admin.yourSite.notSaved');
    },
  });

  function show(found: Problems) {
    setProblems(found);
    setFailures((count) => count + 1);
  }

  /** The problems of the fields that the api named, of those that are shown here. */
  function problemsNamed(details: { field: string }[]): Problems {
    const inputs = [...(element.current?.elements ?? [])] as HTMLInputElement[];
    const named = details.flatMap(({ field }) => {
      const input = inputs.find(({ name }) => name === field || name.startsWith(`${field}.`));
      if (!input) return [];
      const setting = open.find(({ key }) => key === input.name.split('.')[0]);
      return [[input.name, describeProblem(input.name, input.value, setting?.typed)]];
    });
    return Object.fromEntries(named) as Problems;
  }

  /** The setting that a path is in. */
  function settingOf(path: string): OpenSetting {
    const key = path.split('.')[0];
    const setting = open.find((one) => one.key === key);
    if (!setting) throw new Error(`no setting ${path}`);
    return setting;
  }

  function change(key: SiteSettingKey, value: unknown) {
    const { value: now, writtenOver } = settingOf(key);
    if (isSame(value, now)) discardAdminDraft(draftOf(key));
    else keepDraft(key, { typed: value, writtenOver });
    setProblems((all) =>
      Object.fromEntries(Object.entries(all).filter(([path]) => path.split('.')[0] !== key)),
    );
    setIsSaved(false);
  }

  return {
    open,
    problems,
    isSaved,
    isSaving: saving.isPending,
    isChanged: changed.length > 0,
    settingOf,
    change,
    textAt: (path: string) => {
      const [key, ...steps] = path.split('.');
      return (partOf(settingOf(key ?? '').typed, steps) ?? '') as string;
    },
    setText: (path: string, value: string) => {
      const [, ...steps] = path.split('.');
      const { key, typed } = settingOf(path);
      change(key, withPart(typed, steps, value));
    },
    /** Writes over what it is now. */
    keepMine: ({ key, typed, value }: OpenSetting) => keepDraft(key, { typed, writtenOver: value }),
    takeTheirs: ({ key }: OpenSetting) => discardAdminDraft(draftOf(key)),
    save: () => {
      const found = Object.assign(
        {},
        ...changed.map(({ key, typed }) => problemsOf(key, valueToSave(key, typed))),
      ) as Problems;
      if (Object.keys(found).length > 0) {
        show(found);
        return;
      }
      const changes = changed.map(({ key, typed, writtenOver }) => {
        return { key, value: valueToSave(key, typed), writtenOver };
      });
      saving.mutate({ changes });
    },
  };
}

/** The settings as they'd be saved, with what is typed; a value that the site can't show is left as it is. */
export function typedOver(
  settings: SiteSettingAnswer[],
  drafts: ReturnType<typeof useAdminDrafts>,
): SiteSettingAnswer[] {
  return settings.map((setting) => {
    const value = valueToSave(setting.key, openSetting(setting, drafts.get(draftOf(setting.key))).typed);
    return Object.keys(problemsOf(setting.key, value)).length > 0 ? setting : { ...setting, value };
  });
}

interface SettingDraft {
  typed: unknown;
  writtenOver: unknown;
}

const draftOf = (key: SiteSettingKey) => `site ${key}`;

function keepDraft(key: SiteSettingKey, { typed, writtenOver }: SettingDraft): void {
  keepAdminDraft(draftOf(key), {
    typed: JSON.stringify(typed),
    writtenOver: JSON.stringify(writtenOver),
  });
}

function readDraft(kept: Readonly<Record<string, string>> | undefined): SettingDraft | undefined {
  return kept && { typed: parse(kept['typed']), writtenOver: parse(kept['writtenOver']) };
}

const parse = (json = 'null') => JSON.parse(json) as unknown;

function openSetting(
  setting: SiteSettingAnswer,
  kept: Readonly<Record<string, string>> | undefined,
): OpenSetting {
  const { key, value, isLocked } = setting;
  const { typed, writtenOver } = (isLocked ? undefined : readDraft(kept)) ?? {
    typed: value,
    writtenOver: value,
  };
  const isChanged = !isSame(valueToSave(key, typed), valueToSave(key, value));
  return { ...setting, typed, writtenOver, isChanged, isMoved: isChanged && !isSame(writtenOver, value) };
}

/** Ends the draft of a setting that was saved, unless more was typed meanwhile: that is written over the saved value. */
function settleDraft(key: SiteSettingKey, saved: unknown, answer: SiteSettingsAnswer): void {
  const draft = readDraft(readAdminDrafts().get(draftOf(key)));
  if (!draft) return;
  const now = answer.settings.find((setting) => setting.key === key)?.value ?? null;
  if (isSame(valueToSave(key, draft.typed), saved)) discardAdminDraft(draftOf(key));
  else keepDraft(key, { typed: draft.typed, writtenOver: now });
}
