import { mediaBytes, type MediaKind } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { useText } from '../../i18n/use-text';
import { isRefusedFor } from '../../lib/http';
import { upload } from '../../lib/upload';
import { Field } from '../../ui/field';

interface KindWords {
  /** For the browser's dialog: a phone that is asked for these converts its own format. */
  accepted: string;
  'not-readable': MessageKey;
  /** Too many bytes, or pixels. */
  'too-many-pixels': MessageKey;
  'not-fast-start'?: MessageKey;
  'wrong-codec'?: MessageKey;
}

const picture: KindWords = {
  accepted: 'image/jpeg,image/png,image/webp,image/avif',
  'not-readable': 'admin.yourSite.pictureNotReadable',
  'too-many-pixels': 'admin.yourSite.pictureTooLarge',
};

const kinds: Record<MediaKind, KindWords> = {
  picture,
  mark: picture,
  'share-picture': picture,
  document: {
    accepted: 'application/pdf',
    'not-readable': 'admin.yourSite.documentNotReadable',
    'too-many-pixels': 'admin.yourSite.documentTooLarge',
  },
  guide: {
    accepted: 'application/pdf',
    'not-readable': 'admin.yourSite.documentNotReadable',
    'too-many-pixels': 'admin.yourSite.guideTooLarge',
  },
  video: {
    accepted: 'video/mp4',
    'not-readable': 'admin.yourSite.videoNotReadable',
    'too-many-pixels': 'admin.yourSite.videoTooLarge',
    'not-fast-start': 'admin.yourSite.videoNotFastStart',
    'wrong-codec': 'admin.yourSite.videoWrongCodec',
  },
  captions: {
    accepted: '.vtt,text/vtt',
    'not-readable': 'admin.yourSite.captionsNotReadable',
    'too-many-pixels': 'admin.yourSite.captionsTooLarge',
  },
};

export interface UploadHandle {
  send: (made: Blob) => void;
}

interface Props {
  /** The path of the setting, by which the api names it where it's wrong. */
  name: string;
  kind: MediaKind;
  label: string;
  hint?: string | undefined;
  isLocked: boolean;
  /** Why the setting can't be saved with the file that there is, or without one. */
  problem?: string | undefined;
  onUploaded: (path: string) => void;
  /** Sends a file that was made here. */
  ref?: Ref<UploadHandle>;
  /** The file that there is, and how to take it away. */
  children?: ReactNode;
}

/** A file from this device for a setting: chosen, dropped on the field, or taken with a phone's camera. */
export function UploadField(props: Props) {
  const { name, kind, label, hint, isLocked, problem, onUploaded, ref, children } = props;
  const text = useText();
  const [sent, setSent] = useState<number>();
  const [error, setError] = useState<MessageKey>();
  const uploading = useRef<AbortController>(undefined);
  useEffect(() => () => uploading.current?.abort(), []);
  // She goes on typing meanwhile.
  const latest = useRef(onUploaded);
  useEffect(() => {
    latest.current = onUploaded;
  });
  const words = kinds[kind];

  async function send(file: Blob | undefined) {
    uploading.current?.abort();
    setError(undefined);
    setSent(undefined);
    if (!file) return;
    if (file.size === 0 || file.size > mediaBytes[kind]) {
      setError(words[file.size === 0 ? 'not-readable' : 'too-many-pixels']);
      return;
    }
    const own = new AbortController();
    uploading.current = own;
    setSent(0);
    try {
      const { path, refusal } = await upload(file, kind, {
        signal: own.signal,
        onReceived: (bytes) => setSent(bytes / file.size),
      });
      if (path !== null) latest.current(path);
      else setError(words[refusal ?? 'not-readable'] ?? words['not-readable']);
    } catch (failure) {
      if (own.signal.aborted) return;
      setError(isRefusedFor('no-room', failure) ? 'admin.yourSite.noRoom' : 'admin.yourSite.notUploaded');
    }
    setSent(undefined);
  }

  useImperativeHandle(ref, () => ({ send: (made) => void send(made) }));

  return (
    <div className="min-w-0 flex-1">
      <Field label={label} error={error ? text(error) : problem}>
        {(ties) => (
          <input
            {...ties}
            name={name}
            type="file"
            accept={words.accepted}
            disabled={isLocked}
            className="block w-full text-small text-text-2 file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-edge file:px-4 file:text-text"
            onChange={(event) => void send(event.target.files?.[0])}
          />
        )}
      </Field>
      {sent === undefined ? (
        hint !== undefined && <p className="mt-2 text-note text-text-3">{hint}</p>
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
      {children}
    </div>
  );
}
