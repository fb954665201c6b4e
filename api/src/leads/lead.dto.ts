import {
  type ChangeLeadBody,
  type FormSigns,
  leadStatuses,
  type LeadStatus,
  type NewsletterSignupBody,
  type PromptSignupBody,
  type SetupsInquiryBody,
  textLimits,
  type VideoSignupBody,
} from '@voordeur/contracts/http';
import { IsIn, IsNumber, IsString, Length, Min, ValidateIf } from 'class-validator';
import {
  BrowserEmail,
  LanguageCode,
  Line,
  Lines,
  NotBlank,
  RealDateTime,
  SimpleEmail,
  WholeSeconds,
} from '../platform/form-fields.js';
import { Optional } from '../platform/validation.pipe.js';

/** A honeypot may hold anything: it marks spam and never makes the request invalid. */
class FormSignsDto implements FormSigns {
  @Optional()
  @IsString()
  website?: string;

  @Optional()
  @IsNumber()
  @Min(0)
  elapsedMs?: number;
}

export class SetupsInquiryDto extends FormSignsDto implements SetupsInquiryBody {
  @BrowserEmail()
  email!: string;

  @Lines(textLimits.idea)
  @NotBlank()
  idea!: string;

  @LanguageCode()
  language!: string;

  @RealDateTime()
  timestamp!: string;

  @Optional()
  @IsIn(['setups', 'question'])
  kind?: 'setups' | 'question';
}

export class NewsletterSignupDto extends FormSignsDto implements NewsletterSignupBody {
  @SimpleEmail()
  email!: string;

  @LanguageCode()
  language!: string;

  @RealDateTime()
  timestamp!: string;
}

/** The controller checks that at least one of email and phone is given, since that concerns two fields. */
export class VideoSignupDto extends FormSignsDto implements VideoSignupBody {
  @Optional()
  @Line(textLimits.email)
  email?: string;

  @Optional()
  @Line(textLimits.phone)
  phone?: string;

  @IsString()
  @Length(1, textLimits.videoId)
  videoId!: string;

  @WholeSeconds(0, 86_400)
  watchTime!: number;

  @RealDateTime()
  timestamp!: string;
}

export class PromptSignupDto extends FormSignsDto implements PromptSignupBody {
  @BrowserEmail()
  email!: string;

  @LanguageCode()
  language!: string;

  @RealDateTime()
  timestamp!: string;
}

export class ChangeLeadDto implements ChangeLeadBody {
  @Optional()
  @IsIn(leadStatuses)
  status?: LeadStatus;

  // Absent keeps the note, null removes it.
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @Lines(textLimits.note)
  note?: string | null;
}
