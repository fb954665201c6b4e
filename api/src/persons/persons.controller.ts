import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { type Accepted, acceptedSchema, type ErasePersonAnswer, textLimits } from '@voordeur/contracts/http';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { ApiCall, objectSchema, schemaOf } from '../platform/api-call.js';
import { ApiError, invalidField } from '../platform/api-error.js';
import { Line } from '../platform/form-fields.js';
import { Optional, uuidInPath } from '../platform/validation.pipe.js';
import { type Person, personWhoLeft, planErasure, readErasure, waitForErasure } from './erasures.js';
import { exportPerson } from './export-person.js';

/** An erasure takes a fraction of that unless a worker or Redis is away. */
const answerWithinMs = 5_000;

/** An address, or the number of somebody who left none. In the body, because a URL would put it in logs. */
class PersonDto {
  @Optional()
  @Line(textLimits.email)
  email?: string;

  @Optional()
  @Line(textLimits.phone)
  phone?: string;
}

@Controller('api/admin/persons')
export class PersonsController {
  constructor(private readonly db: DataSource) {}

  @Post('export')
  @ApiCall('Everything stored about an address, by table', { answer: objectSchema })
  @HttpCode(200)
  export(@Body() given: PersonDto): Promise<Record<string, unknown[]>> {
    return exportPerson(this.db, personIn(given));
  }

  /** 200 with the erased rows, or, if that takes longer, 202 with where to look for them. */
  @Post('erase')
  @ApiCall('Erase everything that is stored about an address; answers how much, by table', {
    answer: schemaOf({ erased: objectSchema }),
    notYet: acceptedSchema,
  })
  @HttpCode(200)
  async erase(
    @Body() given: PersonDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ErasePersonAnswer> {
    const person = personIn(given);
    const id = await this.db.transaction((tx) => planErasure(tx, person));
    const erased = await waitForErasure(this.db, id, answerWithinMs);
    return erased ? { erased } : notYet(id, reply);
  }

  @Get('erasures/:id')
  @ApiCall('What came of an erasure that was answered by 202', {
    answer: schemaOf({ erased: objectSchema }),
    notYet: acceptedSchema,
  })
  async erasure(
    @Param('id', uuidInPath) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ErasePersonAnswer> {
    const erased = await readErasure(this.db, id);
    if (erased === undefined) throw new ApiError('not-found');
    return erased ? { erased } : notYet(id, reply);
  }
}

function notYet(id: string, reply: FastifyReply): Accepted {
  void reply.status(202).header('location', `/api/admin/persons/erasures/${id}`);
  return { id };
}

function personIn({ email, phone }: PersonDto): Person {
  if (phone !== undefined && email === undefined) return { phone };
  if (email === undefined || phone !== undefined || email.trim() === '')
    throw invalidField('email', 'must be given, or a phone alone');
  return personWhoLeft(email);
}
