import {
  pageOfText,
  pagePaths,
  readLocalPath,
  type TextLanguage,
  type TextPlace,
  textPlaces,
} from '@voordeur/contracts/http';

/** Where visitors read a text; null for the admin's own. */
export function placeOf(key: string): TextPlace | null {
  if (key.startsWith('admin.')) return null;
  // Search engines show these. Sessions can't say whom they brought here.
  if (/\.page(Title|Description)$/.test(key)) return 'other';
  const page = pageOfText(key);
  return textPlaces.find((place) => place === page) ?? 'other';
}

/** The addresses of a page in a language. */
export function pathsOf(page: keyof typeof pagePaths, language: TextLanguage): string[] {
  return pagePaths[page].filter((path) => readLocalPath(path).language === language);
}
