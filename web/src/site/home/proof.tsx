import { inLanguage, type Street, type StreetSide } from '@voordeur/contracts/http';
import { site } from '../../config/site';
import { useLanguage, useText } from '../../i18n/use-text';
import { ArrowIcon } from '../../ui/icons';
import { SectionName } from '../../ui/number-plate';

/** Past work and clients' words; only as far as the owner has filled them in. */
export default function Proof() {
  const text = useText();
  const language = useLanguage();
  const { streets = [], quote } = site;
  if (streets.length === 0 && !quote) return null;
  return (
    <section id="proof" className="section wrap" aria-label={text('home.proof.label')}>
      <SectionName number="2a" name={text('home.proof.label')} />
      {streets.length > 0 && (
        <>
          <h2 className="text-h2">{text('home.proof.headline')}</h2>
          <ul className="mt-[clamp(1.5rem,3vw,2.5rem)]">
            {streets.map((street) => (
              <StreetRow key={street.name.en} street={street} />
            ))}
          </ul>
        </>
      )}
      {quote && (
        <figure className="said">
          <blockquote className="font-display text-[clamp(1.375rem,1.1rem+1vw,1.875rem)] leading-tight font-semibold">
            <p>{text('home.proof.quotation', { words: inLanguage(quote.text, language) })}</p>
          </blockquote>
          <figcaption className="mt-3 text-small text-text-2">{inLanguage(quote.by, language)}</figcaption>
        </figure>
      )}
    </section>
  );
}

function StreetRow({ street: { name, before, after } }: { street: Street }) {
  const text = useText();
  return (
    <li className="street">
      <h3 className="text-h3">{name[useLanguage()]}</h3>
      <Side name={text('home.proof.before')} side={before} />
      <span className="street-arrow" aria-hidden="true">
        <ArrowIcon />
      </span>
      <Side name={text('home.proof.after')} side={after} lit />
    </li>
  );
}

/** A window, dark before and lit after. */
function Side({ name, side, lit = false }: { name: string; side: StreetSide; lit?: boolean }) {
  const language = useLanguage();
  return (
    <div className="flex gap-4">
      <span className={`pane-window ${lit ? 'pane-lit' : ''}`} aria-hidden="true" />
      <p className="min-w-0 text-small text-text-2">
        <span className="sr-only">{name}: </span>
        <b className={`street-number ${lit ? 'text-lamp' : 'text-text-2'}`}>
          {inLanguage(side.number, language)}
        </b>{' '}
        {inLanguage(side.text, language)}
      </p>
    </div>
  );
}
