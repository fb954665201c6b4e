import { Body, Controller, Get, Param, Patch, Put } from '@nestjs/common';
import { Meeting } from '@voordeur/contracts/db';
import {
  type CalendarAnswer,
  calendarSettingsSchema,
  type Language,
  type MeetingAnswer,
  type MeetingsAnswer,
} from '@voordeur/contracts/http';
import { DataSource, MoreThan, Not } from 'typeorm';
import { ApiCall, objectSchema, schemaOf, textSchema, wholeSchema } from '../platform/api-call.js';
import { Config } from '../platform/config.js';
import { CurrentMail } from '../platform/current-mail.js';
import { Site } from '../platform/site.js';
import { invalidField } from '../platform/api-error.js';
import { uuidInPath } from '../platform/validation.pipe.js';
import { ChangeMeetingDto } from './calendar.dto.js';
import { readCalendar, saveCalendar } from './calendar-settings.js';
import { cancelMeeting, closeMeeting, findMeeting } from './meetings.js';

const shownDays = 30;
const mostMeetings = 500;
const answer = schemaOf({
  settings: calendarSettingsSchema,
  version: wholeSchema,
  timeZone: textSchema,
  isChosen: { type: 'boolean' },
});

/** The owner's own calendar (contracts/src/http/calendar.ts). */
@Controller('api/admin/calendar')
export class AdminCalendarController {
  constructor(
    private readonly db: DataSource,
    private readonly config: Config,
    private readonly site: Site,
    private readonly mail: CurrentMail,
  ) {}

  @Get()
  @ApiCall('The settings of the own calendar', { answer })
  async read(): Promise<CalendarAnswer> {
    const isChosen = this.site.config.scheduler.provider === 'own';
    return { ...(await readCalendar(this.db.manager)), timeZone: this.config.timeZone, isChosen };
  }

  @Put()
  @ApiCall('Change the settings; a 409 if they have changed since they were opened', {
    answer,
    body: { 'application/json': schemaOf({ settings: calendarSettingsSchema, version: wholeSchema }) },
  })
  async save(@Body() body: unknown): Promise<CalendarAnswer> {
    await saveCalendar(this.db.manager, body);
    return this.read();
  }

  @Get('meetings')
  @ApiCall('Meetings to come and of the last 30 days (contracts/src/http/calendar.ts, MeetingsAnswer)', {
    answer: objectSchema,
  })
  async meetings(): Promise<MeetingsAnswer> {
    const meetings = await this.db.manager.find(Meeting, {
      where: { state: Not('held'), startsAt: MoreThan(new Date(Date.now() - shownDays * 86_400_000)) },
      order: { startsAt: 'ASC', id: 'ASC' },
      take: mostMeetings,
    });
    return { timeZone: this.config.timeZone, meetings: meetings.map(meetingAnswer) };
  }

  @Patch('meetings/:id')
  @ApiCall('Cancel a meeting, say what became of it, or note something', { answer: objectSchema })
  async change(
    @Param('id', uuidInPath) id: string,
    @Body() { state, notes }: ChangeMeetingDto,
  ): Promise<MeetingAnswer> {
    if (state === undefined && notes === undefined) throw invalidField('state', 'or notes must be given');
    const context = { timeZone: this.config.timeZone, sendsMail: this.mail.sendsMail, byOwner: true };
    await findMeeting(this.db.manager, id);
    if (state === 'cancelled') await cancelMeeting(this.db, id, context);
    else if (state !== undefined) await closeMeeting(this.db, id, state, context);
    if (notes !== undefined)
      await this.db.manager.update(Meeting, { id }, { notes: notes === '' ? null : notes });
    return meetingAnswer(await findMeeting(this.db.manager, id));
  }
}

function meetingAnswer(meeting: Meeting): MeetingAnswer {
  const { id, state, kind, phone, answers, notes } = meeting;
  if (state === 'held') throw new Error('a hold is no meeting');
  return {
    ...{ id, state, kind, phone, answers, notes },
    title: meeting.title ?? '',
    startsAt: meeting.startsAt.toISOString(),
    endsAt: meeting.endsAt.toISOString(),
    timeZone: meeting.timeZone ?? '',
    email: meeting.email ?? '',
    name: meeting.name ?? '',
    language: (meeting.language ?? 'ENG') as Language,
    leadId: meeting.leadId ?? '',
    bookedAt: meeting.bookedAt?.toISOString() ?? '',
  };
}
