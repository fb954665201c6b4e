import { useText } from '../i18n/use-text';
import { Link } from '../ui/link';
import { ScreenHead } from '../ui/screen-head';

/** Any other path under /admin: a mistyped address must not put the owner on the visitors' page. */
export default function AdminNotFoundRoute() {
  const text = useText();
  return (
    <>
      <ScreenHead title={text('notFound.pageDescription')} />
      <Link to="/admin" className="button-link">
        {text('common.back')}
      </Link>
    </>
  );
}
