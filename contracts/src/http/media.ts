import type { TextLanguage } from './languages.js';
import type { LegalFacts } from './legal-facts.js';
import type { LegalDocument } from './site-config.js';

/** Whatever the owner uploads is one of these by its bytes, not by its name. */
export const mediaKinds = [
  'picture',
  'mark',
  'share-picture',
  'document',
  'guide',
  'video',
  'captions',
] as const;
export type MediaKind = (typeof mediaKinds)[number];
/** They're encoded again, each into files of its own. */
export type PictureKind = Extract<MediaKind, 'picture' | 'mark' | 'share-picture'>;

/** The largest upload of each kind, in bytes. */
export const mediaBytes: Record<MediaKind, number> = {
  picture: 25_000_000,
  mark: 25_000_000,
  'share-picture': 25_000_000,
  document: 10_000_000,
  guide: 25_000_000,
  video: 200_000_000,
  captions: 1_000_000,
};

/** The largest part of an upload, in bytes; nginx.conf has it too. */
export const mediaPartBytes = 8 * 1_024 * 1_024;

/**
 * `not-readable`: broken, cut, or of another kind. `not-fast-start`: a video that can't be watched while it loads.
 * `wrong-codec`: a video whose picture isn't H.264, HEVC or AV1.
 */
export const mediaRefusals = ['not-readable', 'too-many-pixels', 'not-fast-start', 'wrong-codec'] as const;
export type MediaRefusal = (typeof mediaRefusals)[number];

/**
 * `POST /api/admin/media` with a `MediaBody`, 201; then `PUT /api/admin/media/:id?from=` for each part, in order, as
 * `application/octet-stream`; `GET /api/admin/media/:id` says what became of it. An upload goes on at `received`,
 * whatever was cut off: a part that came before is taken once, and one that begins elsewhere changes nothing.
 */
export interface MediaAnswer {
  id: string;
  /** `legal`: a worker makes it, of a `LegalOrder`. */
  kind: MediaKind | 'legal';
  /** The size of the whole upload. */
  bytes: number;
  received: number;
  /** A worker checks it once all of it is there. */
  state: 'uploading' | 'waiting' | 'ready' | 'refused';
  refusal: MediaRefusal | null;
  /** A path on this site, once it's ready: the value for a setting. */
  path: string | null;
}

export interface MediaBody {
  kind: MediaKind;
  bytes: number;
}

/**
 * `POST /api/admin/documents`, 201: orders every legal document in every language of the site, made of the saved facts.
 * `GET /api/admin/media/:id` says what became of each.
 */
export interface LegalDocumentsBody {
  /** The owner has read the texts, and they fit her business. Otherwise they're drafts, and say so. */
  isRead: boolean;
}

export interface LegalDocumentsAnswer {
  documents: { document: LegalDocument; language: TextLanguage; id: string }[];
}

/** A legal document to be made; in the table `media` it's what the owner would have uploaded. */
export interface LegalOrder extends LegalDocumentsBody {
  document: LegalDocument;
  language: TextLanguage;
  product: string;
  facts: LegalFacts;
}

/** At the end of each legal document that is still a draft. The launch checklist looks for it; readers of PDFs skip it. */
export const templateMark = '%voordeur-template';

/** Widths in pixels that a picture is served in; a smaller one isn't made larger. */
export const pictureWidths = [360, 720, 1_280] as const;

/** The path of an uploaded picture, in its largest width. */
export const picturePath = /^\/files\/([0-9a-f]{32})-1280\.webp$/;

/** The path of an uploaded guide, which nginx serves for a signed link alone (`/documents/guide.pdf`). */
export const guidePath = /^\/files\/[0-9a-f]{32}-guide\.pdf$/;

/** The path of an uploaded video, with its duration in seconds. */
export const videoPath = /^\/files\/[0-9a-f]{32}-(\d+)\.mp4$/;

/** The names of an uploaded picture's files in a format, with their widths: a `srcset`. Null for a picture of another place. */
export function pictureSet(path: string, format: 'avif' | 'webp'): string | null {
  const hash = picturePath.exec(path)?.[1];
  if (hash === undefined) return null;
  return pictureWidths.map((width) => `/files/${hash}-${width}.${format} ${width}w`).join(', ');
}

/** The path of an uploaded mark as pages show it, 96 pixels square. */
export const markPath = /^\/files\/([0-9a-f]{32})-mark\.webp$/;

/** Icons are made of a mark in these sizes: for tabs, for iOS, and two for others that install the site or the admin. */
export const markIconSizes = [32, 180, 192, 512] as const;
export type MarkIcon = (typeof markIconSizes)[number] | 'maskable';

/** The path of an icon that was made of an uploaded mark. `maskable` is for systems that cut it into a shape of their own. */
export function markIcon(hash: string, icon: MarkIcon): string {
  return `/files/${hash}-mark-${icon}.png`;
}
