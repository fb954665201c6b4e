import {
  type NewsletterSignupBody,
  type PromptSignupBody,
  type SetupsInquiryBody,
  textLimits,
  type VideoSignupBody,
} from '@voordeur/contracts/http';
import { IsIn, IsString, Length } from 'class-validator';
import {
  BrowserEmail,
  LanguageCode,
  Line,
  Lines,
  RealDateTime,
  SimpleEmail,
  WholeSeconds,
} from '../platform/form-fields.js';
import { Optional } from '../platform/validation.pipe.js';

export class SetupsInquiryDto implements SetupsInquiryBody {
  @BrowserEmail()
  email!: string;

  @Lines(textLimits.idea)
  idea!: string;

  @LanguageCode()
  language!: string;

  @RealDateTime()
  timestamp!: string;

  @Optional()
  @IsIn(['setups', 'question'])
  kind?: 'setups' | 'question';
}

export class NewsletterSignupDto implements NewsletterSignupBody {
  @SimpleEmail()
  email!: string;

  @LanguageCode()
  language!: string;

  @RealDateTime()
  timestamp!: string;
}

/** That one of email and phone is there is the controller's to see: it is about two fields. */
export class VideoSignupDto implements VideoSignupBody {
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

export class PromptSignupDto implements PromptSignupBody {
  @BrowserEmail()
  email!: string;

  @LanguageCode()
  language!: string;

  @RealDateTime()
  timestamp!: string;
}
