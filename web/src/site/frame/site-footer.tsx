import { inLanguage, legalDocuments, localPath } from '@voordeur/contracts/http';
import { useIntl } from 'react-intl';
import { site, siteOfPage } from '../../config/site';
import { timings } from '../../config/timings';
import { useLanguage, useText } from '../../i18n/use-text';
import type { ScrollState } from '../../lib/navigation';
import { useBrowserValue } from '../../lib/page-state';
import { Brand, Link } from '../../ui/link';

const names = {
  disclaimer: 'legal.disclaimer',
  terms: 'legal.terms',
  privacy: 'legal.privacy',
} as const;

export function SiteFooter() {
  const text = useText();
  const language = useLanguage();
  const legal = localPath(language, '/legal');
  return (
    <footer aria-label={text('footer.label')} className="site-footer">
      <div className="wrap flex flex-col items-start gap-x-8 gap-y-1 pt-10 pb-9 text-small text-text-2 phone:flex-row phone:flex-wrap phone:items-center">
        <Brand
          to={`/${language}`}
          label={text('bar.home', { product: site.product })}
          className="text-text phone:mr-auto"
        />
        {legalDocuments.map((tab) => (
          <Link
            key={tab}
            to={`${legal}?tab=${tab}`}
            state={{ topAfterMs: timings.pageScrollMs } satisfies ScrollState}
            className="inline-flex min-h-8 items-center underlined hover:text-text"
          >
            {text(names[tab])}
          </Link>
        ))}
        <Copyright />
        <AnswerTime />
        <CompanyLine />
      </div>
    </footer>
  );
}

/** The details that a company must show by law, as far as the owner gave them. */
function CompanyLine() {
  const language = useLanguage();
  const { number, address, town } = site.company ?? {};
  const facts = [number && inLanguage(number, language), address, town && inLanguage(town, language)].filter(
    (fact) => fact !== undefined,
  );
  if (facts.length === 0) return null;
  // A line breaks after a dot, and between the words of a fact but for its last two, the street and its number, and in a
  // Dutch postcode.
  const line = facts
    .map((fact) => fact.replace(/^(\d{4}) (?=[A-Z]{2}\b)/, '$1\u00a0').replace(/ (?=\S+$)/, '\u00a0'))
    .join('\u00a0· ');
  return <address className="basis-full py-1.5 text-text-3 not-italic">{line}</address>;
}

const inUnit = (unit: string) => ({ style: 'unit', unit, unitDisplay: 'long' }) as const;

/** How soon questions are answered, where the owner wants it said and enough of them were. */
function AnswerTime() {
  const text = useText();
  const { formatNumber } = useIntl();
  const { answerHours: hours } = siteOfPage;
  if (!site.showsAnswerTime || hours === undefined) return null;
  return (
    <p className="basis-full py-1.5">
      {text('footer.answerTime', {
        time: hours < 24 ? formatNumber(hours, inUnit('hour')) : formatNumber(hours / 24, inUnit('day')),
      })}
    </p>
  );
}

/** Hydration starts from the year of the build, even if that's last year. */
function Copyright() {
  const text = useText();
  const year = useBrowserValue(currentYear, import.meta.env.BUILD_YEAR);
  return <p className="py-1.5">{text('footer.copyright', { year: String(year), product: site.product })}</p>;
}

const currentYear = () => new Date().getFullYear();
