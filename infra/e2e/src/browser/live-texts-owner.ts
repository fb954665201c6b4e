import { flattenTexts, type TextLanguage, type TranslationsAnswer } from '@voordeur/contracts/http';
import { call, logIn } from '../helpers/clients.js';
import { until } from '@voordeur/operate/local/until.js';

/** Between two looks at a page. A reader's and the owner's own are eight a second, below the ten that nginx allows an address. */
export const betweenLooksMs = 250;

/** The owner at her editor, as a program: saves texts, and looks at what visitors get. */
export class Owner {
  private constructor(
    private readonly site: string,
    private readonly token: string,
  ) {}

  /** Throws when the key is not the one of this site. */
  static async logIn(site: string, secretKey?: string): Promise<Owner> {
    return new Owner(site, await logIn(site, secretKey));
  }

  async read(language: TextLanguage, key: string): Promise<string> {
    const answer = await this.ask('GET', '/manage');
    const texts = (await answer.json()) as TranslationsAnswer;
    return flattenTexts(texts[language])[key] ?? '';
  }

  /** An empty value: the built-in text. */
  async save(language: TextLanguage, key: string, value: string): Promise<void> {
    await this.ask('PUT', '', { key, value, language });
  }

  /** From the first save until the HTML of both languages says so, in ms; throws after `withinMs`. */
  async saveBoth(key: string, values: Record<'en' | 'nl', string>, withinMs = 60_000): Promise<number> {
    const begun = performance.now();
    await this.save('en', key, values.en);
    await this.save('nl', key, values.nl);
    for (const language of ['en', 'nl'] as const) {
      const isSaid = async () => (await this.readPage(`/${language}`)).includes(values[language]);
      if (!(await until(isSaid, { withinMs, everyMs: betweenLooksMs })))
        throw new Error(`/${language} does not say it after ${withinMs} ms`);
    }
    return performance.now() - begun;
  }

  /** Throws where the page is refused. */
  async readPage(path: string): Promise<string> {
    return (await call(this.site + path)).text();
  }

  private ask(method: string, path: string, body?: object): Promise<Response> {
    return call(`${this.site}/api/admin/translations${path}`, this.token, method, body);
  }
}
