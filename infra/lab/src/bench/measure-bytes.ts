import { atMost, type Row } from '../measuring/figures.js';

/** The home page as it travels (brotli): its HTML and the scripts and styles that this names, fetched through nginx. */
export async function measureBytes(siteUrl: string): Promise<Row[]> {
  const html = await (await fetch(`${siteUrl}/en`)).text();
  const named = [...new Set(html.match(/(?<=(?:src|href)=")\/[^"]+\.(?:js|css)(?=")/g))];
  const kilobytes = async (files: string[]) => {
    const sizes = await Promise.all(files.map((file) => sizeOf(siteUrl + file)));
    return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
  };
  const scripts = named.filter((file) => file.endsWith('.js'));
  const styles = named.filter((file) => file.endsWith('.css'));
  return [
    atMost('/en: HTML', await kilobytes(['/en']), 14, 'KB'),
    atMost('/en: JavaScript', await kilobytes(scripts), 95, 'KB'),
    atMost('/en: CSS', await kilobytes(styles), 12, 'KB'),
  ];
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  return Number(response.headers.get('content-length'));
}
