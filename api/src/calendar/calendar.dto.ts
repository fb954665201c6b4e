import {
  type AddSourceBody,
  type BookBody,
  calendarLimits,
  type ChangeMeetingBody,
  type ChangeOwnMeetingBody,
  type ChangeSourceBody,
  type HoldBody,
  type Language,
  linesOfText,
  longestSlug,
  type MeetingState,
  meetingStates,
  sourceKinds,
  type SourceKind,
  sourceLimits,
  textLimits,
  timesLimits,
} from '@voordeur/contracts/http';
import { IsBoolean, IsIn, IsString, Matches, ValidateIf } from 'class-validator';
import {
  BrowserEmail,
  CalendarDay,
  LanguageCode,
  Line,
  Lines,
  MustBe,
  NotBlank,
  RealDateTime,
  Uuid,
} from '../platform/form-fields.js';
import { Optional } from '../platform/validation.pipe.js';

/** An IANA time zone that this Node knows. */
const TimeZone = () => MustBe('an IANA time zone', isTimeZone);

function isTimeZone(value: unknown): boolean {
  // An offset such as +01:00 is a zone to Intl too, and not to Postgres.
  if (typeof value !== 'string' || !/^[A-Za-z][\w+/-]{1,60}$/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

const lines = new RegExp(linesOfText, 'u');

function isAnswerList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= calendarLimits.questions &&
    value.every((one) => typeof one === 'string' && one.length <= calendarLimits.answer && lines.test(one))
  );
}

/** An empty text counts as absent, so no value is valid. */
function isLeftEmpty(): boolean {
  return false;
}

export class TimesQueryDto {
  @Optional()
  @Line(longestSlug)
  kind?: string;

  @Optional()
  @CalendarDay()
  from?: string;

  @Optional()
  @IsString()
  @Matches(/^[1-9]\d?$/, { message: `$property must be 1 to ${timesLimits.days}` })
  days?: string;

  /** A page instead of JSON. */
  @Optional()
  @Line(3)
  language?: string;

  /** For the page: shows the form of this time. */
  @Optional()
  @RealDateTime()
  at?: string;

  /** For the page: its times move the meeting of this token. */
  @Optional()
  @Line(textLimits.email)
  token?: string;

  /** For the page: the chosen time is gone. */
  @Optional()
  @Line(1)
  taken?: string;
}

export class HoldDto implements HoldBody {
  @Line(longestSlug)
  kind!: string;

  @RealDateTime()
  startsAt!: string;
}

export class BookDto implements BookBody {
  @Uuid()
  id!: string;

  @Line(longestSlug)
  kind!: string;

  @RealDateTime()
  startsAt!: string;

  @BrowserEmail()
  email!: string;

  @Line(textLimits.name)
  @NotBlank()
  name!: string;

  @Optional()
  @Line(textLimits.phone)
  phone?: string;

  @Optional()
  @MustBe(`at most ${calendarLimits.questions} texts`, isAnswerList)
  answers?: string[];

  @LanguageCode()
  language!: Language;

  @TimeZone()
  timeZone!: string;

  @Optional()
  @Uuid()
  holdId?: string;

  @Optional()
  @IsBoolean()
  notCounted?: boolean;

  /** Honeypots. A booking takes a time from others, so it isn't stored, and a person whose browser filled one in can see that. */
  @Optional()
  @MustBe('empty', isLeftEmpty)
  website?: string;

  @Optional()
  @MustBe('empty', isLeftEmpty)
  reference?: string;
}

export class ChangeOwnMeetingDto implements ChangeOwnMeetingBody {
  @Line(textLimits.email)
  token!: string;

  @Optional()
  @RealDateTime()
  startsAt?: string;
}

export class ChangeMeetingDto implements ChangeMeetingBody {
  @Optional()
  @IsIn(meetingStates)
  state?: MeetingState;

  // Absent keeps the notes, null removes them.
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Lines(calendarLimits.notes)
  notes?: string | null;
}

export class AddSourceDto implements AddSourceBody {
  @IsIn(sourceKinds)
  kind!: SourceKind;

  @Line(sourceLimits.name)
  @NotBlank()
  name!: string;

  @Line(sourceLimits.address)
  address!: string;

  @Optional()
  @Line(sourceLimits.userName)
  userName?: string;

  @Optional()
  @Line(sourceLimits.password)
  password?: string;

  @IsBoolean()
  allDayBlocks!: boolean;
}

export class ChangeSourceDto implements ChangeSourceBody {
  @Optional()
  @IsBoolean()
  allDayBlocks?: boolean;

  @Optional()
  @Line(sourceLimits.password)
  password?: string;

  // Absent keeps it, null ends it.
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Line(sourceLimits.address)
  writesTo?: string | null;
}
