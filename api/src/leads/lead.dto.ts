import {
  type ChangeLeadBody,
  kindsToAnswer,
  leadStatuses,
  type LeadStatus,
  type ReplyBody,
  type SignupKind,
  signupKinds,
  textLimits,
  translationLimits,
} from '@voordeur/contracts/http';
import { IsBoolean, IsIn, IsNumber, IsString, Length, Min, ValidateIf } from 'class-validator';
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

/** Fields of every form. A missing spam signal means nothing. */
class FormDto {
  @RealDateTime()
  timestamp!: string;

  /** The honeypot. It's hidden from people, so only a program fills it in; whatever it holds, the request stays valid. */
  @Optional()
  @IsString()
  website?: string;

  /** The name of the same field in our own forms, for a program that sends what it filled in by name. */
  @Optional()
  @IsString()
  reference?: string;

  /** Between showing the form and sending it. */
  @Optional()
  @IsNumber()
  @Min(0)
  elapsedMs?: number;

  /** The visitor chose not to be counted. */
  @Optional()
  @IsBoolean()
  notCounted?: boolean;
}

class FormOfLanguageDto extends FormDto {
  @LanguageCode()
  language!: string;
}

export class SetupsInquiryDto extends FormOfLanguageDto {
  @BrowserEmail()
  email!: string;

  @Lines(textLimits.idea)
  @NotBlank()
  idea!: string;

  @Optional()
  @IsIn(kindsToAnswer)
  kind?: (typeof kindsToAnswer)[number];
}

export class NewsletterSignupDto extends FormOfLanguageDto {
  @SimpleEmail()
  email!: string;

  /** The sentence under the form, as it was shown. Kept if it's one that this site has shown. */
  @Optional()
  @Lines(translationLimits.text)
  consent?: string;

  /** Wanted topics in addition to the newsletter. */
  @Optional()
  @IsIn(signupKinds)
  kind?: SignupKind;
}

export class PromptSignupDto extends FormOfLanguageDto {
  @BrowserEmail()
  email!: string;
}

/**
 * The controller checks that at least one of email and phone is given, since that concerns two fields. Neither has a
 * format check (spec, section 5).
 */
export class VideoSignupDto extends FormDto {
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

export class ReplyDto implements ReplyBody {
  @Line(textLimits.subject)
  @NotBlank()
  subject!: string;

  @Lines(textLimits.reply)
  @NotBlank()
  text!: string;
}
