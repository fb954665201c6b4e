import { mediaBytes, type MediaRefusal } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { upload } from '../../lib/upload';
import { Field } from '../../ui/field';
import { fieldOf } from './setting-fields';
import type { SettingsForm } from './use-settings-form';

/** A phone that is asked for these converts its own format. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif';

const refusals = {
  'not-readable': 'admin.yourSite.pictureNotReadable',
  'too-many-pixels': 'admin.yourSite.pictureTooLarge',
} as const satisfies Record<MediaRefusal, MessageKey>;

/** A picture of a setting, uploaded from this device: chosen, dropped on the field, or taken with a phone's camera. */
export function PictureField({ form, path }: { form: SettingsForm; path: string }) {
  const text = useText();
  const [sent, setSent] = useState<number>();
  const [error, setError] = useState<MessageKey>();
  const uploading = useRef<AbortController>(undefined);
  useEffect(() => () => uploading.current?.abort(), []);
  // She goes on typing meanwhile.
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  const field = fieldOf(path);
  const picture = form.textAt(path);
  const isOpen = !form.settingOf(path).isLocked;

  async function send(file: File | undefined) {
    uploading.current?.abort();
    setError(undefined);
    setSent(undefined);
    if (!file) return;
    if (file.size === 0 || file.size > mediaBytes.picture) {
      setError(file.size === 0 ? refusals['not-readable'] : refusals['too-many-pixels']);
      return;
    }
    const own = new AbortController();
    uploading.current = own;
    setSent(0);
    try {
      const { path: made, refusal } = await upload(file, 'picture', {
        signal: own.signal,
        onReceived: (bytes) => setSent(bytes / file.size),
      });
      if (made !== null) latest.current.setText(path, made);
      else if (refusal) setError(refusals[refusal]);
    } catch {
      if (own.signal.aborted) return;
      setError('admin.yourSite.notUploaded');
    }
    setSent(undefined);
  }

  return (
    <div className="flex items-start gap-5">
      {picture !== '' && <img src={picture} alt="" className="size-20 flex-none rounded-full object-cover" />}
      <div className="min-w-0 flex-1">
        <Field label={field ? text(field.label) : path} error={error && text(error)}>
          {(props) => (
            <input
              {...props}
              name={path}
              type="file"
              accept={accepted}
              disabled={!isOpen}
              className="block w-full text-small text-text-2 file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-edge file:px-4 file:text-text"
              onChange={(event) => void send(event.target.files?.[0])}
            />
          )}
        </Field>
        {sent === undefined ? (
          <p className="mt-2 text-note text-text-3">{text('admin.yourSite.pictureHint')}</p>
        ) : (
          <div className="mt-2 flex flex-wrap items-center gap-x-4">
            <progress value={sent} aria-label={text('admin.yourSite.uploading')} className="h-2 w-44" />
            <span role="status" className="text-note text-text-2">
              {text(sent < 1 ? 'admin.yourSite.uploading' : 'admin.yourSite.checking')}
            </span>
            <button
              type="button"
              className="button-link"
              onClick={() => {
                uploading.current?.abort();
                setSent(undefined);
              }}
            >
              {text('admin.yourSite.cancelUpload')}
            </button>
          </div>
        )}
        {picture !== '' && isOpen && (
          <button type="button" className="button-link" onClick={() => form.setText(path, '')}>
            {text('admin.yourSite.removePicture')}
          </button>
        )}
      </div>
    </div>
  );
}
