import { Controller, Header, HttpCode, Post } from '@nestjs/common';

@Controller('api/admin/browser-cache')
export class BrowserCacheController {
  /** The header does the work, in the browser: it drops what it cached of this site, and keeps storage and session. */
  @Post('clear')
  @HttpCode(204)
  @Header('Clear-Site-Data', '"cache"')
  clear(): void {
    // Nothing is cached on this side.
  }
}
