import type { FromSchema } from 'json-schema-to-ts';
import type { KnownFields } from '../schema.js';
import { lineOfText, textLimits, uuidOrEmpty } from './text.js';

/** A view counts from `least` seconds on; more than a day isn't accepted. */
export const watchedSeconds = { least: 5, most: 86_400 } as const;

/** The sign-up gate opens once a video has been watched so long; the intro clips have none. */
export const gateSeconds = 120;

/** The two intro clips of the home page; the owner sets the other ids in site.config.json. */
export const introVideoIds = ['nl-intro-main', 'eng-intro-main'] as const;

/** The body of `POST /api/video-view`, the other hot route. Without a `viewId` the worker derives one. */
export const videoViewBodySchema = {
  type: 'object',
  required: ['videoId', 'videoTitle', 'watchDuration'],
  properties: {
    videoId: { type: 'string', minLength: 1, maxLength: textLimits.videoId, pattern: lineOfText },
    videoTitle: { type: 'string', minLength: 1, maxLength: textLimits.videoTitle, pattern: lineOfText },
    watchDuration: { type: 'integer', minimum: watchedSeconds.least, maximum: watchedSeconds.most },
    viewId: { type: 'string', pattern: uuidOrEmpty },
  },
} as const;

export type VideoViewBody = KnownFields<FromSchema<typeof videoViewBodySchema>>;
