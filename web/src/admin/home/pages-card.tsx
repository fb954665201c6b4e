import { useText } from '../../i18n/use-text';
import { ScreenCard } from '../../ui/screen-card';
import { useTranslationsState } from '../texts/translation-calls';

const words = {
  current: 'admin.dashboard.pagesCurrent',
  rendering: 'admin.dashboard.pagesRendering',
  failed: 'admin.dashboard.pagesFailed',
} as const;

/** Whether visitors' pages have the saved texts. */
export function PagesCard() {
  const text = useText();
  const { data } = useTranslationsState();
  const status = data?.pages.status;
  return (
    <ScreenCard to="/admin/translations" name="admin.dashboard.translations">
      <p className={`mt-1 min-h-6 ${status === 'failed' ? 'text-alarm' : 'text-text-2'}`}>
        {status && text(words[status])}
      </p>
    </ScreenCard>
  );
}
