import {
  type MailAccountBody,
  mailSecurities,
  type MailSecurity,
  textLimits,
} from '@voordeur/contracts/http';
import { parseMailbox } from '@voordeur/server';
import { IsIn, IsInt, Matches, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { Line } from '../platform/form-fields.js';

/** A name of letters, digits, hyphens and dots, or an IPv4 address: nothing that a URL would read as another part of it. */
const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

const OneMailbox = () =>
  ValidateBy({
    name: 'isMailbox',
    validator: {
      validate: (value) => typeof value === 'string' && parseMailbox(value) !== null,
      defaultMessage: () => '$property must be one address, alone or as Name <address>',
    },
  });

export class MailAccountDto implements MailAccountBody {
  @Matches(hostName, { message: 'host must be the name of a server' })
  host!: string;

  @IsInt()
  @Min(1)
  @Max(65_535)
  port!: number;

  @IsIn(mailSecurities)
  security!: MailSecurity;

  @ValidateIf((_, value) => value !== null)
  @Line(textLimits.email)
  userName: string | null = null;

  @Line(2 * textLimits.email)
  @OneMailbox()
  sender!: string;

  @Line(2 * textLimits.email)
  @OneMailbox()
  owner!: string;

  /** Left out: as it was. */
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Line(textLimits.email)
  password?: string | null;
}
