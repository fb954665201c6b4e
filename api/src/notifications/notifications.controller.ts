import { ECDH } from 'node:crypto';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import {
  type DeviceBody,
  deviceLimits,
  type LeadKind,
  leadKinds,
  type NewDeviceAnswer,
  type NotificationSettingsBody,
  type NotificationsAnswer,
  type TextLanguage,
  textLanguages,
  timeOfDay,
} from '@voordeur/contracts/http';
import { IsIn, Matches } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { describeOrigin } from '../admin-session/session-origin.js';
import { ApiCall, objectSchema, schemaOf, textSchema } from '../platform/api-call.js';
import { ApiError, invalidField } from '../platform/api-error.js';
import { clientOf } from '../platform/client.js';
import { Line, MustBe } from '../platform/form-fields.js';
import { Optional, uuidInPath } from '../platform/validation.pipe.js';
import {
  addDevice,
  planTest,
  readNotifications,
  removeDevice,
  saveNotificationSettings,
} from './notifications.js';

class DeviceDto implements DeviceBody {
  @Line(deviceLimits.endpoint)
  @MustBe('an https address', isPushService)
  endpoint!: string;

  @MustBe('a public key of P-256, base64url', isPublicKey)
  p256dh!: string;

  @MustBe('16 bytes, base64url', isSecret)
  auth!: string;

  @IsIn(textLanguages)
  language!: TextLanguage;
}

class SettingsDto implements NotificationSettingsBody {
  @MustBe('a list of kinds, each once', isKindList)
  kinds!: LeadKind[];

  @Optional()
  @Matches(timeOfDay)
  quietFrom?: string;

  @Optional()
  @Matches(timeOfDay)
  quietTo?: string;
}

@Controller('api/admin/notifications')
export class NotificationsController {
  constructor(private readonly db: DataSource) {}

  @Get()
  @ApiCall(
    'The devices that are notified of leads, and of which (contracts/src/http/notifications.ts, NotificationsAnswer)',
    { answer: objectSchema },
  )
  read(): Promise<NotificationsAnswer> {
    return readNotifications(this.db);
  }

  @Put()
  @ApiCall('Choose the kinds of leads and the quiet hours', { answer: objectSchema })
  async save(@Body() body: SettingsDto): Promise<NotificationsAnswer> {
    if ((body.quietFrom === undefined) !== (body.quietTo === undefined))
      throw invalidField('quietTo', 'must come with quietFrom, or neither');
    if (body.quietFrom !== undefined && body.quietFrom === body.quietTo)
      throw invalidField('quietTo', 'must be another time than quietFrom');
    await saveNotificationSettings(this.db, body);
    return this.read();
  }

  @Post('devices')
  @ApiCall('Notify a browser of leads, by its push subscription', { answer: schemaOf({ id: textSchema }) })
  async add(@Body() body: DeviceDto, @Req() request: FastifyRequest): Promise<NewDeviceAnswer> {
    const { browser } = describeOrigin(clientOf(request));
    return { id: await addDevice(this.db, body, browser) };
  }

  @Delete('devices/:id')
  @ApiCall('Stop notifying a browser')
  @HttpCode(204)
  async remove(@Param('id', uuidInPath) id: string): Promise<void> {
    if (!(await removeDevice(this.db, id))) throw new ApiError('not-found');
  }

  @Post('devices/:id/test')
  @ApiCall('Send a browser a notification to see that it works')
  @HttpCode(204)
  async test(@Param('id', uuidInPath) id: string): Promise<void> {
    await planTest(this.db, id);
  }
}

function isKindList(value: unknown): boolean {
  if (!Array.isArray(value) || new Set(value).size < value.length) return false;
  return value.every((kind) => leadKinds.some((known) => known === kind));
}

function isPushService(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '';
}

const base64url = /^[\w-]+$/;

function isPublicKey(value: unknown): boolean {
  if (typeof value !== 'string' || value.length !== 87 || !base64url.test(value)) return false;
  try {
    ECDH.convertKey(value, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && value.length === 22 && base64url.test(value);
}
