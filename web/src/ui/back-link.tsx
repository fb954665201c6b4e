import { localPath, type TextLanguage } from '@voordeur/contracts/http';
import { timings } from '../config/timings';
import { useText } from '../i18n/use-text';
import type { ScrollState } from '../lib/navigation';
import { ArrowIcon } from './icons';
import { Link } from './link';

interface Props {
  language: TextLanguage;
  scrollAfterMs?: number;
}

/** Home, to its top. */
export function BackLink({ language, scrollAfterMs = timings.pageScrollMs }: Props) {
  const text = useText();
  return (
    <Link
      to={localPath(language, '/')}
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
