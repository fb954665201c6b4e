import { InjectQueue } from '@nestjs/bullmq';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { textLimits } from '@voordeur/contracts/http';
import { queueNames } from '@voordeur/contracts/jobs';
import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { invalidField } from '../platform/api-error.js';
import { Line } from '../platform/form-fields.js';
import { BodyPipe } from '../platform/validation.pipe.js';
import { erasePerson } from './erase-person.js';
import { exportPerson } from './export-person.js';

/** The address is in the body, because a URL would put it in logs. */
class PersonDto {
  @Line(textLimits.email)
  email!: string;
}

@Controller('api/admin/persons')
export class PersonsController {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @InjectQueue(queueNames.signups) private readonly signups: Queue,
    @InjectQueue(queueNames.unsubscribes) private readonly unsubscribes: Queue,
  ) {}

  @Post('export')
  @HttpCode(200)
  export(@Body(new BodyPipe(PersonDto)) { email }: PersonDto): Promise<Record<string, unknown[]>> {
    return exportPerson(this.db, addressIn(email));
  }

  @Post('erase')
  @HttpCode(200)
  async erase(
    @Body(new BodyPipe(PersonDto)) { email }: PersonDto,
  ): Promise<{ erased: Record<string, number> }> {
    return { erased: await erasePerson(this.db, [this.signups, this.unsubscribes], addressIn(email)) };
  }
}

/** Not any text: a single letter would match everyone's referrers. */
function addressIn(email: string): string {
  if (!/^[^@].*@.*[^@]$/.test(email)) throw invalidField('email', 'must be an email address');
  return email;
}
