import { slugOf, type Street } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { Button } from '../../ui/button';
import { CasePageFields, followName } from './case-page-fields';
import { ListTools } from './list-tools';
import { LanguageInputs } from './setting-inputs';
import { withPart } from './setting-values';
import type { SettingsForm } from './use-settings-form';

const mostCases = 4;

/** The cases: work before and after, in the order of the page. */
export function CaseFields({ form }: { form: SettingsForm }) {
  const text = useText();
  const { typed, value, isLocked } = form.settingOf('streets');
  const cases = (typed ?? []) as Partial<Street>[];
  const set = (next: Partial<Street>[]) => form.change('streets', next.length === 0 ? null : next);
  const published = ((value ?? []) as Street[]).map(slugOf).filter((slug) => slug !== undefined);
  const setName = (path: string, name: string) => {
    const [, ...steps] = path.split('.');
    const next = withPart(cases, steps, name) as Partial<Street>[];
    set(next.map((one, index) => followName(one, cases[index], published)));
  };
  return (
    <>
      {cases.map((one, index) => {
        const path = `streets.${index}`;
        const name = text('admin.yourSite.case', { n: index + 1 });
        return (
          <fieldset key={index} className="min-w-0 rounded-control border border-line px-4 pt-1 pb-3">
            <legend className="px-1.5 font-semibold">{name}</legend>
            <div className="grid gap-4">
              <LanguageInputs form={form} path={`${path}.name`} onText={setName} />
              <div className="grid gap-x-6 gap-y-4 columns:grid-cols-2">
                {(['before', 'after'] as const).map((side) => (
                  <div key={side} className="grid content-start gap-4">
                    <LanguageInputs form={form} path={`${path}.${side}.number`} />
                    <LanguageInputs form={form} path={`${path}.${side}.text`} narrow />
                  </div>
                ))}
              </div>
              <CasePageFields
                form={form}
                path={`${path}.page`}
                of={one}
                published={published}
                onChange={(next) => set(cases.with(index, next))}
              />
            </div>
            {!isLocked && <ListTools list={cases} index={index} name={name} onChange={set} />}
          </fieldset>
        );
      })}
      {!isLocked && cases.length < mostCases && (
        <div>
          <Button variant="line" onClick={() => set([...cases, {}])}>
            {text('admin.yourSite.addCase')}
          </Button>
        </div>
      )}
    </>
  );
}
