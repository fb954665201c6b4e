import { useText } from '../../i18n/use-text';
import { useAdminCall } from '../../lib/admin-queries';
import { saveBlob } from '../../lib/save-file';
import { exportTexts } from './translation-calls';

/** All texts as a file, or those that the owner changed. `changed` is how many differ from the built-in. */
export function ExportButtons({ changed }: { changed: number }) {
  const text = useText();
  const save = useAdminCall({
    run: exportTexts,
    failed: text('admin.translations.exportFailed'),
    invalidates: 'nothing',
    onDone: (blob, only) => saveBlob(only === 'all' ? 'texts.json' : 'texts-changed.json', blob),
  });

  return (
    <>
      <button type="button" className="button-link" onClick={() => save.mutate('all')}>
        {text('admin.translations.exportAll')}
      </button>
      {changed > 0 && (
        <button type="button" className="button-link" onClick={() => save.mutate('changed')}>
          {text('admin.translations.exportChanged')}
        </button>
      )}
    </>
  );
}
