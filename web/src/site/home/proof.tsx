import { casePath, inLanguage, slugOf, type Street, type StreetSide } from '@voordeur/contracts/http';
import { site } from '../../config/site';
import { useLanguage, useText } from '../../i18n/use-text';
import { ArrowIcon } from '../../ui/icons';
import { Link } from '../../ui/link';
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
      {quote && <ClientQuote words={inLanguage(quote.text, language)} by={inLanguage(quote.by, language)} />}
    </section>
  );
}

function StreetRow({ street }: { street: Street }) {
  const language = useLanguage();
  const slug = slugOf(street);
  const name = inLanguage(street.name, language);
  return (
    <li className="street">
      <h3 className="text-h3">
        {slug === undefined ? (
          name
        ) : (
          <Link to={casePath(language, slug)} className="underlined hover:text-text">
            {name}
          </Link>
        )}
      </h3>
      <CaseSides street={street} />
    </li>
  );
}

/** The figures of a case: a window that is dark before and lit after. */
export function CaseSides({ street: { before, after } }: { street: Street }) {
  const text = useText();
  return (
    <>
      <Side name={text('home.proof.before')} side={before} />
      <span className="street-arrow" aria-hidden="true">
        <ArrowIcon />
      </span>
      <Side name={text('home.proof.after')} side={after} lit />
    </>
  );
}

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

/** The words of a client. */
export function ClientQuote({ words, by }: { words: string; by: string }) {
  const text = useText();
  return (
    <figure className="said">
      <blockquote className="font-display text-[clamp(1.375rem,1.1rem+1vw,1.875rem)] leading-tight font-semibold">
        <p>{text('home.proof.quotation', { words })}</p>
      </blockquote>
      <figcaption className="mt-3 text-small text-text-2">{by}</figcaption>
    </figure>
  );
}
