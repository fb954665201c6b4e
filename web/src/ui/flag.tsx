import type { SiteLanguage } from '../i18n/language';

export function Flag({ language }: { language: SiteLanguage }) {
  return (
    <svg width="20" height="14" viewBox="0 0 20 14" aria-hidden="true" className="rounded-[2px]">
      {language === 'nl' ? (
        <>
          <path d="M0 0h20v14H0z" fill="#f3efe6" />
          <path d="M0 0h20v4.7H0z" fill="#c8443a" />
          <path d="M0 9.3h20V14H0z" fill="#2f5fa8" />
        </>
      ) : (
        <>
          <path d="M0 0h20v14H0z" fill="#2b4a8b" />
          <path d="M0 0l20 14M20 0L0 14" stroke="#f3efe6" strokeWidth="2.8" />
          <path d="M0 0l20 14M20 0L0 14" stroke="#c8443a" strokeWidth="1" />
          <path d="M10 0v14M0 7h20" stroke="#f3efe6" strokeWidth="4.4" />
          <path d="M10 0v14M0 7h20" stroke="#c8443a" strokeWidth="2.4" />
        </>
      )}
    </svg>
  );
}
