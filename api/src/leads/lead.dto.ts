import {
  type ChangeLeadBody,
  kindsToAnswer,
  leadFieldNames,
  leadFields,
  type LeadForm,
  leadStatuses,
  type LeadStatus,
  type OptionalFields,
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

const ruleOfType = {
  line: Line,
  lines: Lines,
  seconds: (most: number) => WholeSeconds(0, most),
} as const;

/** A base class with the fields that this form may leave out, by their description in contracts. */
function withOptional<Base extends object, Form extends LeadForm>(
  base: new () => Base,
  form: Form,
): new () => Base & OptionalFields<Form> {
  const Extended = class extends (base as new () => object) {};
  for (const name of leadFieldNames) {
    const { type, limit, optionalIn } = leadFields[name];
    if (!optionalIn.some((one) => one === form)) continue;
    for (const rule of [Optional(), ruleOfType[type](limit)]) rule(Extended.prototype, name);
  }
  return Extended as new () => Base & OptionalFields<Form>;
}

class FormOfLanguageDto extends FormDto {
  @LanguageCode()
  language!: string;
}

export class SetupsInquiryDto extends withOptional(FormOfLanguageDto, 'setups-inquiry') {
  @BrowserEmail()
  email!: string;

  @Lines(leadFields.idea.limit)
  @NotBlank()
  idea!: string;

  @Optional()
  @IsIn(kindsToAnswer)
  kind?: (typeof kindsToAnswer)[number];
}

export class NewsletterSignupDto extends withOptional(FormOfLanguageDto, 'newsletter-signup') {
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

export class PromptSignupDto extends withOptional(FormOfLanguageDto, 'prompt-signup') {
  @BrowserEmail()
  email!: string;
}

/**
 * The controller checks that at least one of email and phone is given, since that concerns two fields. Neither has a
 * format check (spec, section 5).
 */
export class VideoSignupDto extends withOptional(FormDto, 'video-signup') {
  @IsString()
  @Length(1, leadFields.videoId.limit)
  videoId!: string;

  @WholeSeconds(0, leadFields.watchTime.limit)
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
