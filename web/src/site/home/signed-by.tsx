import { inLanguage, type Person, type TextLanguage } from '@voordeur/contracts/http';
import { site } from '../../config/site';
import { useLanguage } from '../../i18n/use-text';

/** The owner's signature, name and town, under their own words; nothing where the owner names nobody. */
export function SignedBy() {
  const language = useLanguage();
  const { person } = site;
  if (!person) return null;
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
      {person.signature !== undefined && (
        <img src={person.signature} alt="" width="150" height="50" loading="lazy" className="signature" />
      )}
      <span className="text-small text-text-2">{nameAndTown(person, language)}</span>
    </p>
  );
}

export function nameAndTown({ name, town }: Person, language: TextLanguage): string {
  return town ? `${name}, ${inLanguage(town, language)}` : name;
}
