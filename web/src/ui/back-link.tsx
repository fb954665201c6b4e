import { timings } from '../config/timings';
import { homePath, type SiteLanguage } from '../i18n/language';
import { useText } from '../i18n/use-text';
import type { ScrollState } from '../lib/scroll';
import { ArrowIcon } from './icons';
import { Link } from './link';

interface Props {
  language: SiteLanguage;
  scrollAfterMs?: number;
}

/** Home, to its top. */
export function BackLink({ language, scrollAfterMs = timings.pageScrollMs }: Props) {
  const text = useText();
  return (
    <Link
      to={homePath[language]}
      state={{ topAfterMs: scrollAfterMs } satisfies ScrollState}
      className="back-link"
    >
      <span className="-scale-x-100">
        <ArrowIcon />
      </span>
      {text('common.back')}
    </Link>
  );
}
