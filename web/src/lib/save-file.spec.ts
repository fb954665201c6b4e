import { expect, it } from 'vitest';
import { csvOf } from './save-file';

it('writes rows as a spreadsheet reads them, and lets no stranger’s text run there', () => {
  const rows = [
    { page: '/en, "home"', views: 1_200, isBot: false, note: null },
    { page: '=1+1', views: 0.5, isBot: true, note: 'two\nlines' },
  ];
  expect(csvOf(rows)).toBe(
    `\ufeffpage,views,isBot,note\r\n"/en, ""home""",1200,false,\r\n'=1+1,0.5,true,"two\nlines"\r\n`,
  );
});
