import { Injectable } from '@nestjs/common';
import { readServedCertificate, type ServedCertificate } from '@voordeur/server';
import { Config } from '../platform/config.js';
import { LookedUp } from './looked-up.js';

/** The certificate that visitors get at PUBLIC_URL, whether nginx has it, a proxy in front of it or another machine. */
@Injectable()
export class OwnCertificate {
  private readonly url: URL;
  private readonly certificate: LookedUp<ServedCertificate>;

  constructor({ publicUrl }: Config) {
    this.url = new URL(publicUrl);
    const { hostname, port } = this.url;
    const ask = () => readServedCertificate({ host: hostname, port: Number(port || 443) });
    this.certificate = new LookedUp(ask, 60 * 60_000);
  }

  /** Null without https, and where it isn't known. */
  async read(): Promise<ServedCertificate | null> {
    return this.url.protocol === 'https:' ? this.certificate.read() : null;
  }
}
