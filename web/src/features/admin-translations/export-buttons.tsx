import { useText } from '../../i18n/use-text';
import { isRefusal } from '../../lib/http-error';
import { saveBlob } from '../../lib/save-blob';
import { showToast } from '../../lib/toast-store';
import { exportTexts, type Token } from './translation-calls';

interface Props {
  token: Token;
  onRefused: () => void;
  /** How many texts differ from the built-in. */
  changed: number;
}

/** All texts as a file, or those that the owner changed. */
export function ExportButtons({ token, onRefused, changed }: Props) {
  const text = useText();

  async function save(only: 'all' | 'changed') {
    try {
      saveBlob(only === 'all' ? 'texts.json' : 'texts-changed.json', await exportTexts(token, only));
    } catch (failure) {
      if (isRefusal(failure)) onRefused();
      else
        showToast({
          variant: 'destructive',
          title: text('common.error'),
          text: text('admin.translations.exportFailed'),
        });
    }
  }

  return (
    <>
      <button type="button" className="button-link" onClick={() => void save('all')}>
        {text('admin.translations.exportAll')}
      </button>
      {changed > 0 && (
        <button type="button" className="button-link" onClick={() => void save('changed')}>
          {text('admin.translations.exportChanged')}
        </button>
      )}
    </>
  );
}
