import type { SiteSettingsAnswer, TextPage } from '@voordeur/contracts/http';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useLanguage, useText } from '../../i18n/use-text';
import { showToast } from '../../lib/toast-store';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { HidingPanel } from '../../ui/panel';
import { pathOf } from '../texts/site-pages';
import type { Section } from './sections';
import { useSettingsLine } from './setting-parts';
import { isSame, valueToSave } from './setting-values';
import { useSettingsForm } from './use-settings-form';

interface Props extends Section, Pick<SiteSettingsAnswer, 'settings' | 'guideUrl'> {
  /** Called when she comes to it. */
  onFocus: (page: TextPage) => void;
  /** In the set-up walk: saving goes on to the next step, and so does a step in which nothing was typed. */
  next?: { label: string; onGo: () => void } | undefined;
  /** Its heading and a line about its settings, until that is pressed. */
  folds?: boolean;
  /** Fields above its own, which are saved in another way. */
  children?: ReactNode;
}

/** A panel of settings that are saved together. */
export function SiteSection(props: Props) {
  const { id, title, keys, none = 'admin.yourSite.nothingYet', page, Fields } = props;
  const { settings, guideUrl, onFocus, next, folds = false, children } = props;
  const text = useText();
  const language = useLanguage();
  const lineOf = useSettingsLine();
  const own = settings.filter(({ key }) => keys.includes(key));
  const element = useRef<HTMLFormElement>(null);
  const form = useSettingsForm(own, element, next?.onGo);
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const isLinked = hash === `#${id}`;
  useEffect(() => {
    if (!isLinked) return;
    place.current?.scrollIntoView();
    place.current?.focus({ preventScroll: true });
  }, [isLinked]);
  const reasons = [
    isLinked,
    ...Object.keys(form.problems),
    ...form.open.flatMap(({ isChanged, isMoved }) => [isChanged, isMoved]),
  ].filter(Boolean).length;
  const [isOpen, setIsOpen] = useOpening(reasons);
  function line() {
    if (form.isChanged) return text('admin.yourSite.unsaved');
    return lineOf(keys.flatMap((key) => own.filter((setting) => setting.key === key))) || text(none);
  }
  function submit() {
    // Leaving the step would end it, and saving would be without it.
    if (element.current?.querySelector('progress')) showToast({ title: text('admin.yourSite.waitForFile') });
    else if (next && !form.isChanged) next.onGo();
    else form.save();
  }
  const atFirst = form.open.filter(
    ({ key, typed, default: initial, isLocked }) =>
      !isLocked && !isSame(valueToSave(key, typed), valueToSave(key, initial)),
  );
  return (
    <div
      ref={place}
      id={id}
      tabIndex={-1}
      className="col-span-12 scroll-mt-4 outline-none"
      onFocus={() => onFocus(page)}
    >
      <HidingPanel
        title={text(title)}
        line={line()}
        folds={folds}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      >
        <AdminForm ref={element} noValidate className={`grid gap-6 ${folds ? '' : 'mt-4'}`} onSubmit={submit}>
          {children}
          <Fields form={form} settings={settings} guideUrl={guideUrl} />
          {(next !== undefined || own.some(({ isLocked }) => !isLocked)) && (
            <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
              <Button
                type="submit"
                disabled={!next && !form.isChanged}
                busyLabel={form.isSaving ? text('admin.yourSite.saving') : undefined}
              >
                {next?.label ?? text('admin.yourSite.save')}
              </Button>
              {atFirst.length > 0 && (
                <button
                  type="button"
                  className="button-link text-text-2"
                  onClick={() => {
                    for (const { key, default: initial } of atFirst) form.change(key, initial);
                  }}
                >
                  {text('admin.yourSite.toFirst')}
                </button>
              )}
              <p role="status" className="text-ok empty:hidden">
                {form.isSaved && text('admin.yourSite.saved')}
              </p>
              {form.isSaved && (
                <a href={pathOf(page, language)} target="_blank" rel="noreferrer" className="button-link">
                  {text('admin.yourSite.open')}
                  <span className="sr-only"> {text('common.newTab')}</span>
                </a>
              )}
            </div>
          )}
        </AdminForm>
      </HidingPanel>
    </div>
  );
}

/** Whether a section is open: as it was pressed last, and again once there are more reasons to look at it. */
function useOpening(reasons: number) {
  const [isOpen, setIsOpen] = useState(reasons > 0);
  const [known, setKnown] = useState(reasons);
  // In this render and not after it: a field with a fault gets the focus.
  if (reasons !== known) {
    setKnown(reasons);
    if (reasons > known) setIsOpen(true);
  }
  return [isOpen, setIsOpen] as const;
}
