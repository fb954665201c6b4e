import type { LoginBody } from '@voordeur/contracts/http';
import { IsOptional } from 'class-validator';
import { Line } from '../platform/form-fields.js';

export class LoginDto implements LoginBody {
  @Line(1_024)
  secretKey!: string;

  @IsOptional()
  @Line(10)
  code?: string;
}
