import { type SiteVideo, textLanguages, videoPath } from '@voordeur/contracts/http';
import { useRef, useState } from 'react';
import { useLanguageName, useText } from '../../i18n/use-text';
import { takeFrame } from '../../lib/take-frame';
import { SeeFile } from './file-fields';
import { ListTools } from './list-tools';
import { LanguageInputs, Setting, SettingInput } from './setting-inputs';
import { UploadField, type UploadHandle } from './upload-field';
import type { SettingsForm } from './use-settings-form';

/** One whose picture or words she hasn't given yet. */
type TypedVideo = Pick<SiteVideo, 'id' | 'provider' | 'source'> & Partial<SiteVideo>;

/** The videos of the learn page, in its order. */
export function VideoFields({ form }: { form: SettingsForm }) {
  const text = useText();
  const { typed, isLocked } = form.settingOf('videos');
  const videos = (typed ?? []) as TypedVideo[];
  const set = (next: TypedVideo[]) => form.change('videos', next);
  return (
    <Setting form={form} of="videos">
      <p className="text-text-2">{text('admin.yourSite.videosText')}</p>
      {videos.map((video, index) => {
        const name = text('admin.yourSite.video', { n: index + 1 });
        return (
          <fieldset key={video.id} className="min-w-0 rounded-control border border-line px-4 pt-1 pb-3">
            <legend className="px-1.5 font-semibold">{name}</legend>
            <OneVideo
              form={form}
              path={`videos.${index}`}
              video={video}
              isLocked={isLocked}
              onChange={(changed) => set(videos.with(index, changed))}
            />
            {!isLocked && <ListTools list={videos} index={index} name={name} least={1} onChange={set} />}
          </fieldset>
        );
      })}
      <UploadField
        name="videos"
        kind="video"
        label={text('admin.yourSite.addVideo')}
        hint={text('admin.yourSite.videoHint')}
        isLocked={isLocked}
        onUploaded={(path) => {
          const title = text('admin.yourSite.video', { n: videos.length + 1 });
          set([...videos, { id: makeId(), title, ...fileParts(path) }]);
        }}
      />
    </Setting>
  );
}

/** Figures are kept under it for good. */
function makeId(): string {
  return `video-${Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function fileParts(path: string): Pick<SiteVideo, 'provider' | 'source' | 'seconds'> {
  const seconds = Number(videoPath.exec(path)?.[1]);
  return { provider: 'file', source: path, ...(seconds > 0 && { seconds }) };
}

interface Props {
  form: SettingsForm;
  path: string;
  video: TypedVideo;
  isLocked: boolean;
  onChange: (changed: TypedVideo) => void;
}

function OneVideo({ form, path, video, isLocked, onChange }: Props) {
  const text = useText();
  const { id, title, topic, provider, source } = video;
  return (
    <div className="grid gap-4">
      <LanguageInputs form={form} path={`${path}.topic`} />
      <SettingInput form={form} path={`${path}.title`} />
      <PictureOfVideo
        // Another file's frames.
        key={source}
        {...{ form, path, video, isLocked, onChange }}
      />
      <UploadField
        name={`${path}.source`}
        kind="video"
        label={text('admin.yourSite.videoFile')}
        isLocked={isLocked}
        onUploaded={(made) =>
          // Captions, chapters and a picture of another file don't fit it.
          onChange({ id, ...(title !== undefined && { title }), ...(topic && { topic }), ...fileParts(made) })
        }
      />
      {provider === 'file' && <CaptionFields form={form} path={`${path}.captions`} />}
    </div>
  );
}

/** The picture on its card: a frame, or a picture of her own. */
function PictureOfVideo({ form, path, video, isLocked, onChange }: Props) {
  const text = useText();
  const player = useRef<HTMLVideoElement>(null);
  const [isReady, setIsReady] = useState(false);
  const field = useRef<UploadHandle>(null);
  const { provider, source, title, seconds = 0, thumbnail } = video;
  const name = `${path}.thumbnail`;
  const problem = form.problems[name];

  function takeNow() {
    if (!player.current) return;
    takeFrame(player.current).then(
      (frame) => field.current?.send(frame),
      () => undefined,
    );
  }

  return (
    <div className="flex flex-wrap items-start gap-5">
      {thumbnail !== undefined && (
        <img src={thumbnail} alt="" className="aspect-video w-40 rounded-control object-cover" />
      )}
      <UploadField
        ref={field}
        name={name}
        kind="picture"
        label={text('admin.yourSite.videoPicture')}
        hint={text('admin.yourSite.videoPictureHint')}
        isLocked={isLocked}
        problem={problem && text(problem)}
        onUploaded={(made) => onChange({ ...video, thumbnail: made, thumbnailFallback: made })}
      >
        {provider === 'file' && (
          <div className="mt-2 grid max-w-80 justify-items-start gap-1">
            <video
              ref={player}
              src={source}
              controls
              muted
              playsInline
              preload={thumbnail === undefined ? 'auto' : 'none'}
              className="aspect-video w-full rounded-control bg-street"
              aria-label={title ?? text('admin.yourSite.aVideo')}
              onLoadedData={({ currentTarget }) => {
                setIsReady(true);
                // The first frame is often black.
                if (thumbnail === undefined) currentTarget.currentTime = Math.min(1, seconds / 2);
              }}
              onSeeked={thumbnail === undefined ? takeNow : undefined}
            />
            {isReady && !isLocked && (
              <button type="button" className="button-link" onClick={takeNow}>
                {text('admin.yourSite.useFrame')}
              </button>
            )}
          </div>
        )}
      </UploadField>
    </div>
  );
}

function CaptionFields({ form, path }: { form: SettingsForm; path: string }) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const { isLocked } = form.settingOf(path);
  return (
    <fieldset className="grid min-w-0 gap-x-6 gap-y-4 phone:grid-cols-2">
      <legend className="mb-1 font-semibold">{text('admin.yourSite.captions')}</legend>
      <p className="text-note text-text-3 phone:col-span-2">{text('admin.yourSite.captionsHint')}</p>
      {textLanguages.map((language) => {
        const own = `${path}.${language}`;
        const file = form.textAt(own);
        return (
          <UploadField
            key={language}
            name={own}
            kind="captions"
            label={languageNameOf(language)}
            isLocked={isLocked}
            onUploaded={(made) => form.setText(own, made)}
          >
            {file !== '' && (
              <div className="flex flex-wrap gap-x-5">
                <SeeFile path={file} />
                {!isLocked && (
                  <button
                    type="button"
                    className="button-link text-text-2"
                    onClick={() => form.setText(own, '')}
                  >
                    {text('admin.yourSite.remove')}
                  </button>
                )}
              </div>
            )}
          </UploadField>
        );
      })}
    </fieldset>
  );
}
